import { useState } from "react";
import type { Schemas } from "./client";
import { useActiveBatches } from "./useActiveBatches";

type Figures = Pick<Schemas["BatchView"], "paused"> & { counts: Pick<Schemas["Counts"], "done"> };

/**
 * The newest figures of a batch that goes on: those of the list of running batches, which the whole page shares, or
 * the ones at hand while that does not name it. What was shown once is never taken back by an older word of it.
 */
export function useNewest<T extends Figures>(
  agent: string,
  id: string,
  open: boolean,
  known: T,
): T | Schemas["BatchView"] {
  const live = useActiveBatches(agent, open).find((batch) => batch.id === id);
  const [last, setLast] = useState(live);
  if (live && live !== last) setLast(live);
  if (!open) return known;
  const heard = live ?? last;
  return heard && (live || heard.counts.done > known.counts.done) ? heard : known;
}
