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

/** What some rules ask for. */
export interface Demand {
  /** At least one; the first of them speaks for all. */
  rules: [Rule, ...Rule[]];
  setting: Setting;
}

/** The rules by what they ask for: those that need the same passes are one, told by a threshold where there is one. */
export function demandsOf(rules: Rule[], settings: (Setting | undefined)[]): Demand[] {
  const demands: Demand[] = [];
  rules.forEach((rule, position) => {
    const setting = settings[position];
    if (!setting) return;
    const same = demands.find((demand) => setting.ok && demand.setting.must_pass === setting.must_pass);
    if (!same) demands.push({ rules: [rule], setting });
    else {
      same.rules.push(rule);
      if (same.setting.threshold === null) same.setting = setting;
    }
  });
  return demands;
}

/** Whether any criterion needs a model: then the service plans more runs by itself. */
export function needsModel({ criteria }: Draft, kinds: Kind[]): boolean {
  return criteria.some((criterion) => isJudged(kinds, criterion));
}
