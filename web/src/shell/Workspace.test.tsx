import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { thread } from "../test/panel";
import { pageOf, service } from "../test/service";
import { show } from "../test/show";
import { sockets } from "../test/socket";
import { Workspace } from "./Workspace";

vi.mock("partysocket", async () => ({ WebSocket: (await import("../test/socket")).FakeSocket }));

const answers = {
  "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] },
  "GET /api/agents": pageOf({ name: "invoices" }, { name: "bank-desk" }),
  "GET /api/agents/invoices/threads": pageOf(thread),
  "GET /api/agents/bank-desk/threads": pageOf(),
};

beforeEach(() => {
  sockets.length = 0;
});

it("says that there is no agent of this name, and opens none in its place", async () => {
  service(answers);
  const { address } = await show(<Workspace />, "/?agent=nonsense&test=t1&tab=runs");
  expect(await screen.findByText("There is no such agent")).toBeVisible();
  expect(screen.getByText("“nonsense”")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Assistant" })).toBeNull();
  expect(screen.queryByRole("tab")).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "bank-desk" }));
  await waitFor(() => expect(address()).toBe("/?agent=bank-desk&tab=runs"));
  expect(await screen.findByRole("region", { name: "Assistant" })).toBeInTheDocument();
  expect(screen.queryByText("There is no such agent")).toBeNull();
});

it("opens an agent past the end of the list, and the first one where none is named", async () => {
  const past = service({ ...answers, "GET /api/agents/last": { name: "last", versions: [] } });
  const { unmount } = await show(<Workspace />, "/?agent=last");
  expect(await screen.findByRole("region", { name: "Assistant" })).toBeInTheDocument();
  expect(past.calls()).toContain("GET /api/agents/last/threads");
  unmount();
  const first = service(answers);
  await show(<Workspace />);
  await waitFor(() => expect(first.calls()).toContain("GET /api/agents/invoices/threads"));
  expect(first.calls()).not.toContain("GET /api/agents/invoices");
});

it("closes the chat that covers a narrow page with Escape, and gives the focus back", async () => {
  service({ ...answers, "GET /api/agents/invoices/tests": pageOf() });
  await show(<Workspace />);
  const button = await screen.findByRole("button", { name: "Chat", hidden: true });
  const opened = () => button.getAttribute("aria-expanded");
  button.focus();
  await userEvent.keyboard("{Enter}");
  expect(opened()).toBe("true");
  screen.getByRole("textbox", { name: "Message to the assistant" }).focus();
  await userEvent.keyboard("{Escape}");
  expect(opened()).toBe("false");
  expect(button).toHaveFocus();
});

it("leaves the chat open for an Escape that something in it answers", async () => {
  service({ ...answers, "GET /api/agents/invoices/tests": pageOf() });
  await show(<Workspace />);
  const button = await screen.findByRole("button", { name: "Chat", hidden: true });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole("button", { name: "Conversations" }));
  (await screen.findAllByRole("menuitem"))[0]?.focus();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  expect(button).toHaveAttribute("aria-expanded", "true");
});

it("opens the agent that was chosen last, and the first one where that is gone", async () => {
  const named = service(answers);
  const { unmount } = await show(<Workspace />, "/?agent=bank-desk");
  await waitFor(() => expect(named.calls()).toContain("GET /api/agents/bank-desk/threads"));
  unmount();
  const again = service(answers);
  const second = await show(<Workspace />);
  await waitFor(() => expect(again.calls()).toContain("GET /api/agents/bank-desk/threads"));
  second.unmount();
  const gone = service({ ...answers, "GET /api/agents": pageOf({ name: "invoices" }) });
  await show(<Workspace />);
  await waitFor(() => expect(gone.calls()).toContain("GET /api/agents/invoices/threads"));
});

it("skips past the chat to the tests", async () => {
  service({ ...answers, "GET /api/agents/invoices/tests": pageOf() });
  const { address } = await show(<Workspace />);
  const skip = await screen.findByRole("link", { name: "Skip to tests" });
  await userEvent.tab();
  expect(skip).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toContainElement(screen.getByRole("tab", { name: "Acceptance tests" }));
  expect(address()).toBe("/");
});
