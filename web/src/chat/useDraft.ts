import { useState } from "react";

const keyOf = (place: string) => `optimize.draft.${place}`;

/** The text in the composer, kept per place (a thread, or an agent's new conversation) over a reload. */
export function useDraft(place: string) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const text = texts[place] ?? sessionStorage.getItem(keyOf(place)) ?? "";

  const write = (value: string, where = place) => {
    sessionStorage.setItem(keyOf(where), value);
    setTexts((known) => ({ ...known, [where]: value }));
  };
  return [text, write] as const;
}
