import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { answers, opened } from "../test/panel";
import { acceptanceTest, logOf, message, started, succeeded } from "../test/samples";
import { pageOf, service } from "../test/service";
import { sockets } from "../test/socket";

vi.mock("partysocket", async () => ({ WebSocket: (await import("../test/socket")).FakeSocket }));

const TESTS = "GET /api/agents/invoices/tests";

type Told = [string, Record<string, unknown>];

const used = (turn: string, tool: string, test: string): Told[] => [
  [turn, { type: "TOOL_CALL_START", toolCallId: `${turn}.${test}`, toolCallName: tool }],
  [
    turn,
    {
      type: "TOOL_CALL_RESULT",
      toolCallId: `${turn}.${test}`,
      messageId: `r.${turn}.${test}`,
      content: JSON.stringify({ status: "ok", summary: "Done.", data: { test } }),
    },
  ],
];
const turn = (id: string, text: string, ...did: Told[][]): Told[] => [
  ...message(`m.${id}`, "user", text).map((event) => [id, event] as Told),
  [id, started],
  ...did.flat(),
  [id, succeeded],
];
const replaced = (id: string, ...turns: string[]): Told => [
  id,
  { type: "CUSTOM", name: "replaced", value: { turns } },
];
const old = acceptanceTest({ id: "test_old1", name: "Compares first" });
const discard = () => screen.queryByRole("button", { name: /Discard the draft/ });

beforeEach(() => {
  sockets.length = 0;
});

it("offers to discard the draft that a replaced message left behind, and asks first", async () => {
  const drafts = [old, acceptanceTest({ id: "test_new1", name: "Compares first" })];
  const door = service({
    ...answers,
    [TESTS]: () => pageOf(...drafts),
    "DELETE /api/tests/test_old1": () => {
      drafts.shift();
      return null;
    },
  });
  await opened(
    logOf(
      ...turn("u1", "first", used("u1", "draft_test", "test_old1")),
      replaced("u2", "u1"),
      ...turn("u2", "better", used("u2", "draft_test", "test_new1")),
    ),
  );
  expect(await screen.findByRole("link", { name: "“Compares first (#old1)”" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Discard the draft “Compares first (#old1)”" }));
  expect(door.calls()).not.toContain("DELETE /api/tests/test_old1");
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(door.calls()).toContain("DELETE /api/tests/test_old1"));
  await waitFor(() => expect(discard()).toBeNull());
});

it("leaves a draft alone that the talk has come back to, and one that was only spoken of", async () => {
  const door = service({
    ...answers,
    [TESTS]: pageOf(old, acceptanceTest({ id: "test_else", name: "Other" })),
  });
  await opened(
    logOf(
      ...turn("u1", "first", used("u1", "draft_test", "test_old1"), used("u1", "show_test", "test_else")),
      replaced("u2", "u1"),
      ...turn("u2", "better", used("u2", "revise_draft", "test_old1")),
    ),
  );
  expect(await screen.findByText("better")).toBeVisible();
  expect(discard()).toBeNull();
  expect(door.calls()).not.toContain(TESTS);
});

it("shows it to those who may only read, without the button", async () => {
  const viewer = { name: "vi", role: "viewer", offline: true, models: [] };
  service({ ...answers, "GET /api/session": viewer, [TESTS]: pageOf(old) });
  await opened(
    logOf(
      ...turn("u1", "first", used("u1", "draft_test", "test_old1")),
      replaced("u2", "u1"),
      ...turn("u2", "hello"),
    ),
  );
  expect(await screen.findByRole("link", { name: "“Compares first”" })).toBeVisible();
  expect(discard()).toBeNull();
});
