export const eventId = (seq: number) => `event-${seq}`;

/** Brings an event of the transcript into view and moves the focus there, so that it is found by eye and by ear. */
export function showEvent(seq: number): void {
  const target = document.getElementById(eventId(seq));
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}
