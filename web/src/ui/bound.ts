import type { Schemas } from "../api/client";

export type CriterionResult = Schemas["CriterionResult"];

/** Rounded down, so that a bound that fails never reads as one that passes. */
export function floorPercent(share: number): number {
  // 0.57 * 100 is 56.99…: the tiny sum undoes what binary fractions lose, never a real digit.
  return Math.floor(share * 100 + 1e-9);
}

/** "≥ 56 %, 5 of 5", or "no result" while no run has counted; a scored criterion is said with its mean. */
export function boundText({
  k,
  n,
  lower,
  score,
}: Pick<CriterionResult, "k" | "n" | "lower" | "score">): string {
  if (n === 0 || lower === null) return "no result";
  const bound = `≥ ${floorPercent(lower)} %`;
  const scored = typeof score === "number";
  return scored ? `${bound}, mean ${floorPercent(score)} % of ${n}` : `${bound}, ${k} of ${n}`;
}

type Ruled = Pick<CriterionResult, "threshold" | "planned" | "must_pass" | "score">;

/** What must hold for the criterion to pass, in a few words; nothing while the service has not said. */
export function ruleText({ threshold, planned, must_pass: must, score }: Ruled): string | null {
  if (!must) return null;
  const above = threshold === null ? null : `above ${trimmed(threshold * 100)} %`;
  // A dry run may have too few runs to ever get there.
  if (above && (typeof score === "number" || must > planned)) return `must be ${above}`;
  if (planned === 1) return "the one run must pass";
  const passes = must === planned ? `all ${planned} must pass` : `${must} of ${planned} must pass`;
  return above ? `${passes}, ${above}` : passes;
}

function trimmed(value: number): string {
  return Number(value.toFixed(2)).toString();
}
