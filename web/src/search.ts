import { useNavigate } from "@tanstack/react-router";

export const TABS = ["tests", "runs", "experiments", "health", "schedule", "agent"] as const;
export type Tab = (typeof TABS)[number];

/** Where the person is: all of it stands in the address, so that every view is a link. */
export interface Search {
  agent?: string;
  tab?: Tab;
  /** The test whose details are open; on the Runs tab, the test whose runs are listed. */
  test?: string;
  run?: string;
  batch?: string;
  /** A conversation of the assistant; `new` for one that has no message yet. */
  thread?: string;
}

export const NEW_THREAD = "new";
const PLAIN = ["agent", "test", "run", "batch", "thread"] as const;

/** Ids are text even where they look like numbers, so nothing is read as JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => typeof value === "string" && value !== "");
  const text = new URLSearchParams(given as [string, string][]).toString();
  return text && `?${text}`;
}

export function validateSearch(search: Record<string, unknown>): Search {
  const valid: Search = {};
  for (const name of PLAIN) if (typeof search[name] === "string") valid[name] = search[name];
  if (TABS.includes(search.tab as Tab)) valid.tab = search.tab as Tab;
  return valid;
}

/** Another agent: what was open belonged to the one before. */
export function toAgent(agent: string): Search {
  return { agent, test: undefined, run: undefined, batch: undefined, thread: undefined };
}

/** Goes somewhere by changing parts of the address; what is not named stays. */
export function useGo(): (change: Search) => void {
  const navigate = useNavigate();
  return (change) => void navigate({ to: "/", search: (known: Search) => ({ ...known, ...change }) });
}
