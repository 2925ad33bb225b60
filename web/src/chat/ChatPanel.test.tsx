import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answers, box, opened, thread } from "../test/panel";
import { approved, asking, logOf, message, started, succeeded } from "../test/samples";
import { service } from "../test/service";
import { show } from "../test/show";
import { socket, sockets, tell } from "../test/socket";
import { ChatPanel } from "./ChatPanel";

vi.mock("partysocket", async () => ({ WebSocket: (await import("../test/socket")).FakeSocket }));

const talk = logOf(
  ["u1", started],
  ...message("m1", "user", "Run all").map((event) => ["u1", event] as [string, Record<string, unknown>]),
  ["u1", { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "run_tests" }],
  ["u1", asking],
);

describe("ChatPanel", () => {
  beforeEach(() => {
    sockets.length = 0;
    service(answers);
  });

  it("offers starters in an empty conversation and says which model reads", async () => {
    await opened();
    await userEvent.click(await screen.findByRole("button", { name: "What has no test yet?" }));
    await waitFor(() =>
      expect(socket().sent[0]).toMatchObject({ type: "message", text: "What has no test yet?" }),
    );
    expect(screen.getByText(/reads plain descriptions/)).toBeVisible();
  });

  it("replays the log, and asks from the last event after a reconnect", async () => {
    await opened(talk);
    expect(await screen.findByText("Run all")).toBeVisible();
    expect(socket().address()).toMatch(/\/api\/chat\/th\/socket\?after=6$/);
    act(() => socket().drop());
    expect(screen.getByText("Connection lost. Trying again…")).toBeVisible();
  });

  it("connects anew when the network goes or comes back, and not once the chat is gone", async () => {
    const unmount = await opened(talk);
    act(() => void window.dispatchEvent(new Event("offline")));
    act(() => void window.dispatchEvent(new Event("online")));
    expect(socket().reconnects).toBe(2);
    unmount();
    window.dispatchEvent(new Event("online"));
    expect(socket().reconnects).toBe(2);
  });

  it("gives its socket back while the page is kept for the Back button", async () => {
    await opened(talk);
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(socket().readyState).toBe(3);
    const shown = (persisted: boolean) => Object.assign(new Event("pageshow"), { persisted });
    act(() => void window.dispatchEvent(shown(false)));
    expect(socket().reconnects).toBe(0);
    act(() => void window.dispatchEvent(shown(true)));
    expect(socket().reconnects).toBe(1);
    expect(screen.getByText("Connecting…")).toBeVisible();
    act(() => socket().open());
    expect(screen.getByText("Connected")).toBeVisible();
  });

  it("says why the service refuses one conversation more, until it lets it in", async () => {
    await opened(talk);
    act(() => socket().drop());
    socket().protocol = "optimize.refused.v1";
    act(() => socket().open());
    expect(screen.queryByText("Connected")).toBeNull();
    act(() => socket().drop(4409, "5 conversations are open already: close a tab first."));
    expect(screen.getByText("5 conversations are open already: close a tab first.")).toBeVisible();
    socket().protocol = "optimize.chat.v1";
    act(() => socket().open());
    expect(screen.getByText("Connected")).toBeVisible();
    expect(screen.queryByText(/close a tab/)).toBeNull();
  });

  it("asks again when an event is missing", async () => {
    await opened(talk.slice(0, 2));
    tell(...talk.slice(4));
    await waitFor(() => expect(socket().reconnects).toBe(1));
  });

  it("answers a card with its digest, and shows who answered when the log says so", async () => {
    await opened(talk);
    await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
    expect(socket().sent).toContainEqual({ type: "resume", proposal: "p1", digest: "d1", approved: true });
    expect(screen.getByRole("button", { name: "Approve" })).toBeDisabled();
    tell({ seq: 7, turn_id: "u1", at: "", event: approved });
    expect(await screen.findByText("by anna")).toBeVisible();
  });

  it("says in the card that it is stale, takes no more yes to it, and still takes a no", async () => {
    await opened(talk);
    await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
    tell({
      type: "refused",
      command: "resume",
      error: "changed",
      detail: "This has changed since you looked.",
    });
    expect(await screen.findByText("This has changed since you looked.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Approve" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Don't" }));
    expect(socket().sent).toContainEqual({ type: "resume", proposal: "p1", digest: "d1", approved: false });
  });

  it("keeps the text until the message has arrived, and sends it again after a drop", async () => {
    await opened(talk);
    await userEvent.type(box(), "Why?{Enter}");
    expect(box()).toHaveValue("Why?");
    act(() => socket().drop());
    act(() => socket().open());
    const messages = socket().sent.filter((command) => command.type === "message");
    expect(messages).toHaveLength(2);
    expect(messages[0]).toEqual(messages[1]);
    tell({ type: "acknowledged", command: "message", client_id: messages[0]?.client_id, turn_id: "u2" });
    await waitFor(() => expect(box()).toHaveValue(""));
  });

  it("keeps the text of a refused message, with the reason", async () => {
    await opened(talk);
    await userEvent.type(box(), "Why?{Enter}");
    const [sent] = socket().sent;
    tell({
      type: "refused",
      command: "message",
      client_id: sent?.client_id,
      error: "busy",
      detail: "Still working.",
    });
    expect(await screen.findByText("Still working.")).toBeVisible();
    expect(box()).toHaveValue("Why?");
  });

  it("makes a conversation for the first message of a new one", async () => {
    const door = service({ ...answers, "POST /api/agents/invoices/threads": { ...thread, id: "th-2" } });
    const onThread = vi.fn();
    await show(
      <ChatPanel
        agent="invoices"
        chosen="new"
        onThread={onThread}
        suggestion={null}
        onSuggested={() => {}}
      />,
    );
    await userEvent.type(box(), "Hello{Enter}");
    await waitFor(() => expect(onThread).toHaveBeenCalledWith("th-2"));
    expect(door.calls()).toContain("POST /api/agents/invoices/threads");
  });

  it("says that a conversation does not exist, and offers a new one", async () => {
    const onThread = vi.fn();
    await show(
      <ChatPanel
        agent="invoices"
        chosen="nope"
        onThread={onThread}
        suggestion={null}
        onSuggested={() => {}}
      />,
    );
    expect(await screen.findByText("There is no such conversation")).toBeVisible();
    expect(screen.queryByText(/Connection lost/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Start a new conversation" }));
    expect(onThread).toHaveBeenCalledWith("new");
  });

  it("lets a viewer read and nothing else", async () => {
    service({ ...answers, "GET /api/session": { name: "vic", role: "viewer", offline: true, models: [] } });
    await opened(talk);
    expect(await screen.findByText(/You can read along/)).toBeVisible();
    expect(await screen.findByText("Waits for the answer of an admin.")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    for (const name of ["Approve", "Don't", "New conversation"])
      expect(screen.queryByRole("button", { name })).toBeNull();
  });

  it("takes a text suggested elsewhere into the composer, once", async () => {
    const onSuggested = vi.fn();
    const amend = "Amend “Names the clause”: ";
    await show(
      <ChatPanel
        agent="invoices"
        chosen="new"
        onThread={() => {}}
        suggestion={amend}
        onSuggested={onSuggested}
      />,
    );
    expect(box()).toHaveValue(amend);
    expect(onSuggested).toHaveBeenCalledOnce();
  });

  it("offers Retry for an interrupted turn and Stop for one at work", async () => {
    await opened(
      logOf(["u1", started], ["u1", { type: "RUN_ERROR", message: "Restarted.", code: "interrupted" }]),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
    expect(socket().sent).toContainEqual({ type: "retry", turn_id: "u1" });
    tell({ seq: 3, turn_id: "u1", at: "", event: started });
    await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
    expect(socket().sent).toContainEqual({ type: "cancel" });
  });

  it("draws a question with quick replies", async () => {
    const args = JSON.stringify({ question: "Which tool?", options: ["read_invoice"] });
    await opened(
      logOf(
        ["u1", started],
        ["u1", { type: "TOOL_CALL_START", toolCallId: "q", toolCallName: "ask" }],
        ["u1", { type: "TOOL_CALL_ARGS", toolCallId: "q", delta: args }],
        ["u1", succeeded],
      ),
    );
    expect(await screen.findByText("Which tool?")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "read_invoice" }));
    await waitFor(() => expect(socket().sent[0]).toMatchObject({ type: "message", text: "read_invoice" }));
  });
});
