import { useState } from "react";

/** Which earlier message is being said anew, and where its text is written meanwhile: not over what was in the composer. */
export function useEditing(home: string) {
  const [editing, setEditing] = useState<{ home: string; turn: string } | null>(null);
  const turn = editing?.home === home ? editing.turn : null;
  const placeOf = (edited: string) => `${home}.edit.${edited}`;
  return {
    turn,
    place: turn ? placeOf(turn) : home,
    placeOf,
    begin: (edited: string) => setEditing({ home, turn: edited }),
    end: () => setEditing(null),
  };
}
