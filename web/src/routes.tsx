import { createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router";
import { SignIn } from "./pages/SignIn";
import { parseSearch, stringifySearch, validateSearch } from "./search";
import { Workspace } from "./shell/Workspace";

const root = createRootRoute({ component: Outlet });
const workspace = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch,
  component: Workspace,
});
const signIn = createRoute({ getParentRoute: () => root, path: "/signin", component: SignIn });

export const router = createRouter({
  routeTree: root.addChildren([workspace, signIn]),
  parseSearch,
  stringifySearch,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
