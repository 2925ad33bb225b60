import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

const PAUSE_MS = 400;
const STEADY = new Set<unknown>(["/api/session", "/api/criteria"]);

const mayChange = (query: Query) => !STEADY.has(query.queryKey[1]);

/** Asks again for whatever is on screen; many calls in a row become one. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ predicate: mayChange });
    }, PAUSE_MS);
  };
}
