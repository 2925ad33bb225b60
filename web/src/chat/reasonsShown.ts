import type { CriterionResult } from "../ui/bound";

type Reason = CriterionResult["reasons"][number];

const MOST = 2;

/**
 * The reasons worth a place in the talk: what failed, then what could not be judged. A dry run is there to be read, so
 * with `always` it shows what passed too when nothing else is to be said. With `all` it keeps none back.
 */
export function reasonsShown({ reasons }: Pick<CriterionResult, "reasons">, always: boolean, all = false) {
  const of = (outcome: Reason["outcome"]) => reasons.filter((reason) => reason.outcome === outcome);
  const open = [...of("failed"), ...of("could_not_judge")];
  const told = open.length === 0 && always ? of("passed") : open;
  const most = all ? told.length : MOST;
  return { shown: told.slice(0, most), more: Math.max(0, told.length - most) };
}

export function moreText(more: number): string {
  return more === 1 ? "and one more reason" : `and ${more} more reasons`;
}
