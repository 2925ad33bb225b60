import type { Schemas } from "../../../api/client";
import { type Criterion, type Draft, isJudged, type Kind, kindOf } from "./draft";

export type Setting = Schemas["SettingView"];
export type Question = Schemas["SettingRequest"];

/** A rule by which some of the criteria pass, as it is asked about. */
export interface Rule {
  label: string;
  threshold: number | null;
  judged: boolean;
  /** The criterion that has a threshold of its own. */
  own: Criterion | null;
}

const thresholdOf = ({ values }: Criterion) =>
  typeof values.threshold === "number" ? values.threshold : null;

/** Each different rule of the draft once. */
export function rulesOf({ criteria, threshold }: Draft, kinds: Kind[]): Rule[] {
  const own = criteria.filter((criterion) => thresholdOf(criterion) !== null);
  const plain = criteria.filter((criterion) => thresholdOf(criterion) === null);
  const judged = plain.some((criterion) => isJudged(kinds, criterion));
  const coded = plain.some((criterion) => !isJudged(kinds, criterion));
  return [
    ...(judged ? [{ label: "Judged by a model", threshold, judged: true, own: null }] : []),
    ...(coded ? [{ label: "Checked by code", threshold: null, judged: false, own: null }] : []),
    ...own.map((criterion) => ({
      label: `${kindOf(kinds, criterion.kind)?.title ?? criterion.kind}, own threshold`,
      threshold: thresholdOf(criterion),
      judged: isJudged(kinds, criterion),
      own: criterion,
    })),
  ];
}

/** Whether any criterion needs a model: then the service plans more runs by itself. */
export function needsModel({ criteria }: Draft, kinds: Kind[]): boolean {
  return criteria.some((criterion) => isJudged(kinds, criterion));
}
