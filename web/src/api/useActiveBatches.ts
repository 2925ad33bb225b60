import { useEffect, useEffectEvent } from "react";
import { api, type Schemas } from "./client";
import { useRefresh } from "./useRefresh";

const BUSY_MS = 1500;
const IDLE_MS = 15_000;
/** Asked by a clock and not by a person: it must not keep a session from going idle. */
const UNATTENDED = { "X-Unattended": "1" };

type Batch = Schemas["BatchView"];

const asked = (agent: string) => ({
  params: { path: { agent }, query: { active: true } },
  headers: UNATTENDED,
});

/** The batches that are running now, as last heard: every part of the page has the same figures from here. */
export function useActiveBatches(agent: string, enabled = true): Batch[] {
  const { data } = api.useQuery("get", "/api/agents/{agent}/batches", asked(agent), { enabled });
  return data?.items ?? [];
}

/** Keeps the running batches fresh. Whenever one moves on, what is on screen is asked again. */
export function useBatchClock(agent: string): void {
  const { data } = api.useQuery("get", "/api/agents/{agent}/batches", asked(agent), {
    // A service that does not answer is asked as often: what waits for it should not wait longer.
    refetchInterval: ({ state }) => (state.data?.items.length || state.error ? BUSY_MS : IDLE_MS),
  });
  const moved = data?.items.map((batch) => `${batch.id}:${batch.counts.done}:${batch.paused?.until}`).join();
  const refresh = useEffectEvent(useRefresh());
  useEffect(() => {
    if (moved !== undefined) refresh();
  }, [moved]);
}
