import { useState } from "react";
import type { Card } from "./events";
import type { Command, Notice } from "./useSocket";

const OFFLINE = "Not connected. Answer again when the connection is back.";

/** The answers to cards on their way, and what the service said to those it refused. */
export function useAnswers(send: (command: Command) => boolean) {
  const [sent, setSent] = useState<Record<string, boolean>>({});
  const [notices, setNotices] = useState<Record<string, string>>({});
  // A notice names no card, so one answer at a time is on its way.
  const [asked, setAsked] = useState<string | null>(null);

  const note = (id: string, sentence: string) => setNotices((known) => ({ ...known, [id]: sentence }));
  const mark = (id: string, value: boolean) => setSent((known) => ({ ...known, [id]: value }));

  const answer = (card: Card, approved: boolean) => {
    if (!send({ type: "resume", proposal: card.id, digest: card.digest, approved })) {
      note(card.id, OFFLINE);
      return;
    }
    note(card.id, "");
    mark(card.id, true);
    setAsked(card.id);
  };
  const onNotice = (notice: Notice) => {
    if (notice.command !== "resume" || !asked) return;
    setAsked(null);
    if (notice.type === "acknowledged") return;
    mark(asked, false);
    note(asked, notice.detail ?? "The answer was not taken.");
  };
  const onLost = () => {
    // Whether it arrived is told by the log after the next connection.
    setAsked(null);
    setSent({});
  };
  return { sent, busy: asked !== null, notices, answer, onNotice, onLost };
}

export type Answers = ReturnType<typeof useAnswers>;
