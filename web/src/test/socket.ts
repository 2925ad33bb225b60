import { act } from "@testing-library/react";

/** Stands in for the socket of a thread: a test opens it, drops it, and says what the service says. */
export class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  reconnects = 0;
  onopen: (() => void) | null = null;
  protocol = "optimize.chat.v1";
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onmessage: ((frame: { data: string }) => void) | null = null;

  constructor(readonly address: () => string) {
    sockets.push(this);
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  drop(code = 1006, reason = "") {
    this.readyState = 0;
    this.onclose?.({ code, reason });
  }
  say(frame: unknown) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  reconnect() {
    this.reconnects += 1;
  }
  close() {
    this.readyState = 3;
  }
}

export const sockets: FakeSocket[] = [];

/** The newest one. */
export function socket(): FakeSocket {
  const last = sockets.at(-1);
  if (!last) throw new Error("no socket was opened");
  return last;
}

export function tell(...frames: unknown[]): void {
  act(() => {
    for (const frame of frames) socket().say(frame);
  });
}
