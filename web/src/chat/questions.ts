import type { Chat, Envelope } from "./events";

/** Whether the assistant is at work: one turn at a time, so a new message has to wait. */
export function isRunning(chat: Chat): boolean {
  return chat.turns.some((turn) => turn.state === "running");
}

export function hasMessage(chat: Chat, id: string): boolean {
  return chat.turns.some((turn) => turn.items.some((item) => item.kind === "said" && item.id === id));
}

/** Whether something that other screens show was changed by one of these events. */
export function changesRecords(envelopes: Envelope[]): boolean {
  return envelopes.some(
    ({ event }) => event.type === "CUSTOM" && (event.name === "record_changed" || event.name === "progress"),
  );
}
