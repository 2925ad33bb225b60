import { act, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { ChatPanel } from "../chat/ChatPanel";
import type { Envelope } from "../chat/events";
import { pageOf } from "./service";
import { show } from "./show";
import { socket, sockets, tell } from "./socket";

export const thread = {
  id: "th",
  agent: "invoices",
  title: "Talk",
  created_at: "2026-11-01T10:00:00Z",
  updated_at: "2026-11-01T10:00:00Z",
  busy: false,
};

export const answers = {
  "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] },
  "GET /api/agents/invoices/threads": pageOf(thread),
};

export const box = () => screen.getByRole("textbox", { name: "Message to the assistant" });

/** The chat with one thread open, whose log is this. */
export async function opened(log: Envelope[] = [], chosen: string | undefined = "th") {
  const { unmount } = await show(
    <ChatPanel
      agent="invoices"
      chosen={chosen}
      onThread={() => {}}
      suggestion={null}
      onSuggested={() => {}}
    />,
  );
  await waitFor(() => expect(sockets).not.toHaveLength(0));
  act(() => socket().open());
  tell(...log);
  return unmount;
}
