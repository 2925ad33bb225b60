import type { Schemas } from "../../api/client";
import { floorPercent } from "../../ui/bound";
import { count } from "../../ui/money";
import { atMinute } from "../../ui/when";

export type Point = Schemas["HealthPoint"];
export type Marker = Schemas["HealthMarker"];

/** "≥ 71 %: 45 of 50 runs passed, 10 tests". */
export function pointText({ lower, k, n, tests }: Point): string {
  return `≥ ${floorPercent(lower)} %: ${k} of ${count(n, "run")} passed, ${count(tests, "test")}`;
}

export function pointSaid(point: Point): string {
  return `${atMinute(point.at)}, version ${point.version_number}: ${pointText(point)}`;
}

export function markerText({ kind, what }: Marker): string {
  return kind === "activated" ? `${what} went live` : `“${what}” was amended`;
}

/** Where a point stands between 0 and 1; each has the same room, however long the time between them was. */
export const placeOf = (index: number, count: number) => (index + 0.5) / count;

export interface Mark {
  at: number;
  activated: boolean;
  /** What happened there, oldest first. */
  markers: Marker[];
}

/** The markers, each in the gap between the points before and after it; those of one gap together. */
export function marksOf(points: readonly Point[], markers: readonly Marker[]): Mark[] {
  const gaps = new Map<number, Marker[]>();
  for (const marker of markers) {
    const before = points.filter((point) => Date.parse(point.at) < Date.parse(marker.at)).length;
    gaps.set(before, [...(gaps.get(before) ?? []), marker]);
  }
  return [...gaps]
    .sort(([a], [b]) => a - b)
    .map(([before, found]) => ({
      at: before / points.length,
      activated: found.some(({ kind }) => kind === "activated"),
      markers: found,
    }));
}

/** The line is broken where another version went live: between two versions nothing was measured. */
export function stretchesOf(points: readonly Point[]): number[][] {
  const stretches: number[][] = [];
  points.forEach((point, index) => {
    const last = stretches.at(-1);
    if (last && points[index - 1]?.version_number === point.version_number) last.push(index);
    else stretches.push([index]);
  });
  return stretches;
}

type Entry = { at: string; point: Point } | { at: string; marker: Marker };

/** Points and markers in one list, newest first. */
export function entriesOf(points: readonly Point[], markers: readonly Marker[]): Entry[] {
  const entries: Entry[] = [
    ...points.map((point) => ({ at: point.at, point })),
    ...markers.map((marker) => ({ at: marker.at, marker })),
  ];
  return entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
