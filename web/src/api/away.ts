import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

let silent = false;
const listeners = new Set<() => void>();

function set(now: boolean): void {
  if (silent === now) return;
  silent = now;
  for (const tell of listeners) tell();
}

/** The service has answered something. */
export const answered = () => set(false);

/** A request was not answered. */
export const unanswered = () => set(true);

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  const stop = onlineManager.subscribe(tell);
  return () => {
    listeners.delete(tell);
    stop();
  };
}

// Without a network the queries wait by themselves: nothing is sent that could be answered or not.
const isAway = () => silent || !onlineManager.isOnline();

/** Whether the service cannot be reached at the moment, so that nothing can be started or stopped. */
export function useAway(): boolean {
  return useSyncExternalStore(subscribe, isAway);
}
