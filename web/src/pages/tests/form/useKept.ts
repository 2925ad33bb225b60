import { useState } from "react";
import type { Draft } from "./draft";

/** What is typed, and the revision of the test that it was typed over; a new draft has none. */
export interface Based {
  draft: Draft;
  revision: string | null;
}

const keyOf = (place: string) => `optimize.form.${place}`;

function read(place: string): Based | null {
  const kept = sessionStorage.getItem(keyOf(place));
  return kept ? (JSON.parse(kept) as Based) : null;
}

/** What is typed, kept over a reload or a new sign-in until it is saved or given up. */
export function useKept(place: string, initial: () => Based) {
  const [start, setStart] = useState(initial);
  const [restored] = useState(() => read(place));
  const [based, setBased] = useState(restored ?? start);

  const change = (part: Partial<Draft>) =>
    setBased(({ draft, revision }) => {
      const next = { draft: { ...draft, ...part }, revision };
      sessionStorage.setItem(keyOf(place), JSON.stringify(next));
      return next;
    });
  const forget = () => sessionStorage.removeItem(keyOf(place));
  /** Begins again from what is there by now. */
  const startFrom = (fresh: Based) => {
    forget();
    setStart(fresh);
    setBased(fresh);
  };
  const { draft, revision } = based;
  return {
    draft,
    revision,
    change,
    forget,
    startFrom,
    changed: draft !== start.draft,
    restored: restored !== null,
  };
}
