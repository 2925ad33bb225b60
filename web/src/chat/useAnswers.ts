import { useRef, useState } from "react";
import type { Card } from "./events";
import type { Command, Notice } from "./useSocket";

const OFFLINE = "Not connected. Answer again when the connection is back.";

/** The answers to cards on their way, and what the service said to those it refused. */
export function useAnswers(send: (command: Command) => boolean) {
  const [sent, setSent] = useState<Record<string, boolean>>({});
  const [notices, setNotices] = useState<Record<string, string>>({});
  // Notices to answers name no card; they come in the order in which the answers were sent.
  const order = useRef<string[]>([]);

  const note = (id: string, sentence: string) => setNotices((known) => ({ ...known, [id]: sentence }));
  const mark = (id: string, value: boolean) => setSent((known) => ({ ...known, [id]: value }));

  const answer = (card: Card, approved: boolean) => {
    note(card.id, "");
    if (!send({ type: "resume", proposal: card.id, digest: card.digest, approved })) {
      note(card.id, OFFLINE);
      return;
    }
    order.current.push(card.id);
    mark(card.id, true);
  };
  const onNotice = (notice: Notice) => {
    if (notice.command !== "resume") return;
    const id = order.current.shift();
    if (!id || notice.type === "acknowledged") return;
    mark(id, false);
    note(id, notice.detail ?? "The answer was not taken.");
  };
  const onLost = () => {
    // Whether they arrived is told by the log after the next connection.
    order.current = [];
    setSent({});
  };
  return { sent, notices, answer, onNotice, onLost };
}

export type Answers = ReturnType<typeof useAnswers>;
