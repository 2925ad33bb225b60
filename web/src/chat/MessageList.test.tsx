import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answers, box, opened } from "../test/panel";
import { logOf, message, started, succeeded } from "../test/samples";
import { service } from "../test/service";
import { socket, sockets, tell } from "../test/socket";

vi.mock("partysocket", async () => ({ WebSocket: (await import("../test/socket")).FakeSocket }));

const talk = logOf(
  ...[started, ...message("m1", "user", "Run all"), ...message("m2", "assistant", "Done."), succeeded].map(
    (event) => ["u1", event] as [string, Record<string, unknown>],
  ),
);
const list = () => screen.getByRole("log", { name: "Conversation" });
const latest = () => screen.queryByRole("button", { name: "Latest" });

/** A list of 1,000 px in a box of 400, scrolled to here; jsdom knows no heights. */
function scrolled(top: number): void {
  for (const [name, value] of Object.entries({ scrollHeight: 1000, clientHeight: 400 }))
    Object.defineProperty(list(), name, { value, configurable: true });
  list().scrollTop = top;
  fireEvent.scroll(list());
}

const more = (seq: number) => ({
  seq,
  turn_id: "u1",
  at: "",
  event: {
    type: "CUSTOM",
    name: "progress",
    value: { batch: "b", done: 1, planned: 2, passed: 1, failed: 0 },
  },
});

describe("MessageList", () => {
  beforeEach(() => {
    sockets.length = 0;
    service(answers);
  });

  it("leaves a person who scrolled up where they are, and offers the way to what came", async () => {
    await opened(talk);
    await screen.findByText("Done.");
    scrolled(100);
    const scrollTo = vi.spyOn(list(), "scrollTo");
    expect(latest()).toBeNull();
    tell(more(9));
    await waitFor(() => expect(latest()).toBeVisible());
    expect(scrollTo).not.toHaveBeenCalled();
    latest()?.focus();
    await userEvent.keyboard("{Enter}");
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 1000 });
    expect(latest()).toBeNull();
    expect(list()).toHaveFocus();
  });

  it("takes the button away once the person is at the end", async () => {
    await opened(talk);
    await screen.findByText("Done.");
    scrolled(100);
    tell(more(9));
    await waitFor(() => expect(latest()).toBeVisible());
    scrolled(590);
    expect(latest()).toBeNull();
  });

  it("goes to the end as soon as the person sends something", async () => {
    await opened(talk);
    await screen.findByText("Done.");
    scrolled(100);
    const scrollTo = vi.spyOn(list(), "scrollTo");
    await userEvent.type(box(), "Why?{Enter}");
    expect(socket().sent[0]).toMatchObject({ text: "Why?" });
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 1000 });
  });
});
