import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { makeQueryClient } from "../api/queries";
import { parseSearch, stringifySearch, validateSearch } from "../search";

/** Renders a part of the page as it stands in the page: theme, cache of answers, address. */
export async function show(part: ReactNode, at = "/"): Promise<RenderResult & { address: () => string }> {
  const root = createRootRoute();
  const home = createRoute({ getParentRoute: () => root, path: "/", validateSearch, component: () => part });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([home]), history, parseSearch, stringifySearch });
  await router.load();
  const shown = render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient(() => {})}>
        {/* biome-ignore lint/suspicious/noExplicitAny: the page's own router is the registered type */}
        <RouterProvider router={router as any} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, address: () => history.location.href };
}
