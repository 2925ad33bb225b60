import { useState } from "react";
import type { Card } from "./events";
import type { Command, Notice } from "./useSocket";

/** What the service said to an answer that it did not take, and whether the same answer could still be taken. */
export interface CardNotice {
  sentence: string;
  /** The card no longer says what would happen: there can be no yes to it, only a no. */
  stale: boolean;
  /** It is not waiting for any answer. */
  over: boolean;
}

const OVER = new Set(["answered", "not_waiting"]);
const OFFLINE = "Not connected. Answer again when the connection is back.";

/** The answers to cards on their way, and what the service said to those it refused. */
export function useAnswers(send: (command: Command) => boolean) {
  const [sent, setSent] = useState<Record<string, boolean>>({});
  const [notices, setNotices] = useState<Record<string, CardNotice | undefined>>({});
  // A notice names no card, so one answer at a time is on its way.
  const [asked, setAsked] = useState<string | null>(null);

  const note = (id: string, notice?: CardNotice) => setNotices((known) => ({ ...known, [id]: notice }));
  const mark = (id: string, value: boolean) => setSent((known) => ({ ...known, [id]: value }));

  const answer = (card: Card, approved: boolean) => {
    if (!send({ type: "resume", proposal: card.id, digest: card.digest, approved })) {
      note(card.id, { sentence: OFFLINE, stale: false, over: false });
      return;
    }
    note(card.id);
    mark(card.id, true);
    setAsked(card.id);
  };
  const onNotice = (notice: Notice) => {
    if (notice.command !== "resume" || !asked) return;
    setAsked(null);
    if (notice.type === "acknowledged") return;
    mark(asked, false);
    note(asked, {
      sentence: notice.detail ?? "The answer was not taken.",
      stale: notice.error === "changed",
      over: OVER.has(notice.error ?? ""),
    });
  };
  const onLost = () => {
    // Whether it arrived is told by the log after the next connection.
    setAsked(null);
    setSent({});
  };
  return { sent, busy: asked !== null, notices, answer, onNotice, onLost };
}

export type Answers = ReturnType<typeof useAnswers>;
