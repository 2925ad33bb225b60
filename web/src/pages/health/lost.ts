import type { Schemas } from "../../api/client";

/** Only what there is: "1 failing, 2 not run yet". */
export function named(parts: [number, string][]): string {
  const there = parts.filter(([number]) => number);
  return there.map(([number, word]) => `${number} ${word}`).join(", ");
}

type Lost = Pick<Schemas["TestHealth"], "could_not_judge" | "could_not_run">;

/** The runs that stand in no n: "10 could not be judged". Empty where every run counts. */
export function lostText({ could_not_judge: unjudged = 0, could_not_run: lost = 0 }: Lost): string {
  return named([
    [unjudged, "could not be judged"],
    [lost, "could not run"],
  ]);
}
