import { createContext, useContext } from "react";

/** Puts a text into the composer of the chat and shows the chat. */
export const SuggestContext = createContext<(text: string) => void>(() => {});

export const useSuggest = () => useContext(SuggestContext);
