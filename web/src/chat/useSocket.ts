import { WebSocket } from "partysocket";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { answered } from "../api/away";
import type { Schemas } from "../api/client";
import type { Envelope } from "./events";

export type Notice = Schemas["Notice"];
export type Command =
  | Schemas["MessageCommand"]
  | Schemas["ResumeCommand"]
  | Schemas["CancelCommand"]
  | Schemas["RetryCommand"];
export type Connection = "connecting" | "open" | "lost" | "refused";

interface Listener {
  /** The number of the last event seen, asked at each connection. */
  seen: () => number;
  onEvents: (envelopes: Envelope[]) => void;
  onNotice: (notice: Notice) => void;
  onLost: () => void;
}

// Events come faster than a screen can change. A timer, since animation frames stop in a hidden tab.
const FLUSH_MS = 30;
const RETRY = { minReconnectionDelay: 300, maxReconnectionDelay: 8000, maxEnqueuedMessages: 0 };
const PROTOCOL = "optimize.chat.v1";
/** Chosen by the service for a socket that only says why there is none: a refused handshake tells a page nothing. */
const REFUSED_PROTOCOL = "optimize.refused.v1";
const TOO_MANY = 4409;

function addressOf(thread: string, after: number): string {
  const origin = window.location.origin.replace(/^http/, "ws");
  return `${origin}/api/chat/${encodeURIComponent(thread)}/socket?after=${after}`;
}

/** The socket of one thread: it reconnects by itself and takes up where the last seen event stood. */
export function useSocket(thread: string | undefined, listener: Listener) {
  const [connection, setConnection] = useState<Connection>("connecting");
  const [reason, setReason] = useState("");
  const socket = useRef<WebSocket | null>(null);
  const seen = useEffectEvent(() => listener.seen());
  const events = useEffectEvent((envelopes: Envelope[]) => listener.onEvents(envelopes));
  const notice = useEffectEvent((given: Notice) => listener.onNotice(given));
  const lost = useEffectEvent(() => listener.onLost());

  useEffect(() => {
    if (!thread) return;
    let waiting: Envelope[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const batch = waiting;
      waiting = [];
      events(batch);
    };
    const live = new WebSocket(() => addressOf(thread, seen()), [PROTOCOL, REFUSED_PROTOCOL], RETRY);
    socket.current = live;
    live.onopen = () => {
      answered();
      if (live.protocol !== REFUSED_PROTOCOL) setConnection("open");
    };
    const onclose = ({ code, reason: said }: { code: number; reason: string }) => {
      setConnection(code === TOO_MANY ? "refused" : "lost");
      setReason(said);
      lost();
    };
    live.onclose = onclose;
    live.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as Envelope | Notice;
      if (!("seq" in frame)) return notice(frame);
      waiting.push(frame);
      timer ??= setTimeout(flush, FLUSH_MS);
    };
    // A line that went with the network may hang open for minutes; a service on this machine is there all the same.
    const again = () => live.reconnect();
    window.addEventListener("offline", again);
    window.addEventListener("online", again);
    // A page kept for the Back button would keep its socket, too, and the service counts those.
    const leave = () => {
      live.onclose = null;
      live.close();
    };
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      live.onclose = onclose;
      setConnection("connecting");
      lost();
      live.reconnect();
    };
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", comeBack);
    return () => {
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", comeBack);
      window.removeEventListener("offline", again);
      window.removeEventListener("online", again);
      clearTimeout(timer);
      leave();
      socket.current = null;
      setConnection("connecting");
    };
  }, [thread]);

  const send = (command: Command): boolean => {
    if (socket.current?.readyState !== WebSocket.OPEN) return false;
    socket.current.send(JSON.stringify(command));
    return true;
  };
  const reconnect = () => socket.current?.reconnect();
  return { connection, reason, send, reconnect };
}
