import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answers, box, opened, thread } from "../test/panel";
import { logOf, message, started, succeeded } from "../test/samples";
import { service } from "../test/service";
import { socket, sockets, tell } from "../test/socket";
import { named } from "./Choices";

vi.mock("partysocket", async () => ({ WebSocket: (await import("../test/socket")).FakeSocket }));

describe("what was said", () => {
  beforeEach(() => {
    sockets.length = 0;
    sessionStorage.clear();
    service(answers);
  });

  it("offers tests by their names, which is what it then says", async () => {
    const options = ["test_06a1: Names the clause", "test_06a2: Refuses", "another one"];
    await opened(
      logOf(
        ["u1", started],
        ["u1", { type: "TOOL_CALL_START", toolCallId: "q", toolCallName: "ask" }],
        [
          "u1",
          { type: "TOOL_CALL_ARGS", toolCallId: "q", delta: JSON.stringify({ question: "Which?", options }) },
        ],
        ["u1", succeeded],
      ),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Names the clause" }));
    await waitFor(() =>
      expect(socket().sent[0]).toMatchObject({ type: "message", text: "Names the clause" }),
    );
    expect(named(["test_06a1: Same", "test_06a2: Same"])).toEqual([
      { label: "Same (#06a1)", says: "test_06a1: Same" },
      { label: "Same (#06a2)", says: "test_06a2: Same" },
    ]);
  });

  const twoTurns = logOf(
    ...["u1", "u2"].flatMap((turn) =>
      [started, ...message(`m-${turn}`, "user", `Asked in ${turn}`), succeeded].map(
        (event) => [turn, event] as [string, Record<string, unknown>],
      ),
    ),
  );

  it("says an earlier message anew and folds away what it replaced", async () => {
    await opened(twoTurns);
    await userEvent.type(box(), "half a thought");
    await userEvent.click(
      (await screen.findAllByRole("button", { name: "Edit and send again" }))[0] as Element,
    );
    expect(box()).toHaveValue("Asked in u1");
    expect(box()).toHaveFocus();
    await userEvent.type(box(), ", better{Enter}");
    const [sent] = socket().sent;
    expect(sent).toMatchObject({ type: "message", text: "Asked in u1, better", replaces: "u1" });
    expect(screen.queryByRole("button", { name: "Edit and send again" })).toBeNull();
    const gone = { type: "CUSTOM", name: "replaced", value: { turns: ["u1", "u2"] } };
    tell(
      ...[gone, ...message(String(sent?.client_id), "user", "Asked in u1, better"), started, succeeded].map(
        (event, position) => ({ seq: 11 + position, turn_id: "u3", at: "", event }),
      ),
    );
    expect(await screen.findByText("Asked in u1, better", { selector: ".said-user" })).toBeVisible();
    expect(screen.queryByText("Asked in u2")).toBeNull();
    await waitFor(() => expect(box()).toHaveValue("half a thought"));
    await userEvent.click(screen.getByRole("button", { name: "2 messages replaced by an edit" }));
    expect(screen.getByText("Asked in u2")).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Edit and send again" })).toHaveLength(1);
  });

  it("leaves an edit with what stood in the composer before", async () => {
    await opened(twoTurns);
    await userEvent.type(box(), "half a thought");
    await userEvent.click(
      (await screen.findAllByRole("button", { name: "Edit and send again" }))[1] as Element,
    );
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(box()).toHaveValue("half a thought");
    await userEvent.type(box(), "{Enter}");
    expect(socket().sent[0]).not.toHaveProperty("replaces");
  });

  it("renames a conversation", async () => {
    const door = service({ ...answers, "PUT /api/chat/th": { ...thread, title: "Clauses" } });
    await opened(twoTurns);
    await userEvent.click(screen.getByRole("button", { name: "Conversations" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Rename this conversation" }));
    const name = await screen.findByRole("textbox", { name: "Name" });
    expect(name).toHaveValue("Talk");
    await userEvent.clear(name);
    expect(screen.getByRole("button", { name: "Rename" })).toBeDisabled();
    await userEvent.type(name, "Clauses{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(door.asked).toContainEqual(
      expect.objectContaining({ call: "PUT /api/chat/th", body: { title: "Clauses" } }),
    );
  });

  it("copies a message", async () => {
    const user = userEvent.setup();
    await opened(twoTurns);
    await user.click((await screen.findAllByRole("button", { name: "Copy your message" }))[0] as Element);
    expect(await window.navigator.clipboard.readText()).toBe("Asked in u1");
    expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
  });
});
