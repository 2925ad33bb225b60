import { useEffect, useEffectEvent, useState } from "react";
import { newId } from "../api/ids";
import type { Chat } from "./events";
import { hasMessage } from "./questions";
import type { Command, Connection, Notice } from "./useSocket";

interface Outgoing {
  clientId: string;
  text: string;
  /** Where the text was written; null for a picked reply, which was written nowhere. */
  from: string | null;
  /** The turn whose message it says anew. */
  replaces: string | null;
}

interface Line {
  chat: Chat;
  connection: Connection;
  send: (command: Command) => boolean;
}

/**
 * A message on its way. Its text stays in the composer until the service has it; when the connection drops meanwhile
 * it is sent again under the same id, so it arrives once. A refusal leaves the text where it was.
 */
export function useDelivery(onDelivered: (from: string | null) => void) {
  const [outgoing, setOutgoing] = useState<Outgoing | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const post = (text: string, from: string | null, replaces: string | null = null) => {
    setRefusal(null);
    setOutgoing({ clientId: newId(), text, from, replaces });
  };
  const refuse = (sentence: string) => {
    setOutgoing(null);
    setRefusal(sentence);
  };
  const deliver = () => {
    if (outgoing) onDelivered(outgoing.from);
    setOutgoing(null);
  };
  const onNotice = (notice: Notice) => {
    // What could not even be read is refused without a name; only a message on its way can be meant.
    const meant = notice.client_id === outgoing?.clientId || notice.command === "unknown";
    if (!outgoing || !meant) return;
    if (notice.type === "acknowledged") deliver();
    else refuse(notice.detail ?? "The message was not taken. Try again.");
  };
  return { outgoing, refusal, post, refuse, deliver, onNotice, forget: () => setRefusal(null) };
}

export type Delivery = ReturnType<typeof useDelivery>;

/** Puts the waiting message on the line whenever the line is open, and sees it arrive. */
export function useOutgoing({ outgoing, deliver }: Delivery, { chat, connection, send }: Line): void {
  const clientId = outgoing?.clientId;
  const arrived = clientId !== undefined && hasMessage(chat, clientId);
  const put = useEffectEvent(() => {
    if (!outgoing) return;
    const { clientId: client_id, text, replaces } = outgoing;
    send({ type: "message", client_id, text, ...(replaces && { replaces }) });
  });
  const done = useEffectEvent(deliver);
  useEffect(() => {
    if (clientId && connection === "open") put();
  }, [clientId, connection]);
  useEffect(() => {
    if (arrived) done();
  }, [arrived]);
}
