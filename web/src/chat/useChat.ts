import { useEffect, useRef, useState } from "react";
import { type Chat, EMPTY, type Envelope, fold } from "./events";
import { changesRecords } from "./questions";
import { type Notice, useSocket } from "./useSocket";

interface Listener {
  onNotice: (notice: Notice) => void;
  /** Something that other screens show has changed. */
  onRecords: () => void;
  onLost: () => void;
}

// How long an opened thread may stay silent before it is shown as an empty one.
const QUIET_MS = 250;

/** One thread, live: its history is replayed from the log, then followed; a missed event is asked for again. */
export function useChat(thread: string | undefined, listener: Listener) {
  const [state, setState] = useState<{ thread?: string; chat: Chat }>({ chat: EMPTY });
  const latest = useRef(state);
  const current = () => (latest.current.thread === thread ? latest.current.chat : EMPTY);

  const onEvents = (envelopes: Envelope[]) => {
    const chat = envelopes.reduce(fold, current());
    latest.current = { thread, chat };
    setState(latest.current);
    if ((envelopes.at(-1)?.seq ?? 0) > chat.seq) socket.reconnect();
    if (changesRecords(envelopes)) listener.onRecords();
  };
  const { onNotice, onLost } = listener;
  const socket = useSocket(thread, { seen: () => current().seq, onEvents, onNotice, onLost });

  const chat = state.thread === thread ? state.chat : EMPTY;
  const quiet = useQuiet(thread, socket.connection === "open");
  const loading = thread !== undefined && chat.seq === 0 && !quiet;
  return { chat, loading, connection: socket.connection, reason: socket.reason, send: socket.send };
}

function useQuiet(thread: string | undefined, open: boolean): boolean {
  const [quiet, setQuiet] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread starts the wait anew
  useEffect(() => {
    setQuiet(false);
    if (!open) return;
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [thread, open]);
  return quiet;
}
