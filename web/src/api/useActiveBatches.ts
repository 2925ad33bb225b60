import { useEffect, useEffectEvent } from "react";
import { api, type Schemas } from "./client";
import { useRefresh } from "./useRefresh";

const BUSY_MS = 1500;
const IDLE_MS = 15_000;
/** Asked by a clock and not by a person: it must not keep a session from going idle. */
const UNATTENDED = { "X-Unattended": "1" };

type Batch = Schemas["BatchView"];

/** The batches that are running now. Whenever one moves on, what is on screen is asked again. */
export function useActiveBatches(agent: string): Batch[] {
  const { data } = api.useQuery(
    "get",
    "/api/agents/{agent}/batches",
    { params: { path: { agent }, query: { active: true } }, headers: UNATTENDED },
    { refetchInterval: ({ state }) => (state.data?.items.length ? BUSY_MS : IDLE_MS) },
  );
  const moved = data?.items.map((batch) => `${batch.id}:${batch.counts.done}:${batch.paused?.until}`).join();
  const refresh = useEffectEvent(useRefresh());
  useEffect(() => {
    if (moved !== undefined) refresh();
  }, [moved]);
  return data?.items ?? [];
}
