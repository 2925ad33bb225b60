import { useState } from "react";
import type { Draft } from "./draft";

const keyOf = (place: string) => `optimize.form.${place}`;

function read(place: string): Draft | null {
  const kept = sessionStorage.getItem(keyOf(place));
  return kept ? (JSON.parse(kept) as Draft) : null;
}

/** What is typed, kept over a reload or a new sign-in until it is saved or given up. */
export function useKept(place: string, initial: () => Draft) {
  const [start] = useState(initial);
  const [restored] = useState(() => read(place));
  const [draft, setDraft] = useState(restored ?? start);

  const change = (part: Partial<Draft>) =>
    setDraft((known) => {
      const next = { ...known, ...part };
      sessionStorage.setItem(keyOf(place), JSON.stringify(next));
      return next;
    });
  const forget = () => sessionStorage.removeItem(keyOf(place));
  return { draft, change, forget, changed: draft !== start, restored: restored !== null };
}
