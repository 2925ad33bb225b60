import { useEffect } from "react";

const KEY = "optimize.agent";

/** The agent that was chosen last on this machine, if there still is one of this name; keeps the one that is named. */
export function useLastAgent(names: string[], named: string | undefined): string | undefined {
  useEffect(() => {
    if (named && names.includes(named)) localStorage.setItem(KEY, named);
  }, [names, named]);
  const kept = localStorage.getItem(KEY);
  return kept !== null && names.includes(kept) ? kept : undefined;
}
