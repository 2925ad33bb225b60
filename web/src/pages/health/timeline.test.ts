import { expect, it } from "vitest";
import { entriesOf, type Marker, marksOf, type Point, placeOf, pointText, stretchesOf } from "./timeline";

const point = (minute: number, version_number = 1): Point => ({
  batch: `b${minute}`,
  at: `2026-11-02T10:${String(minute).padStart(2, "0")}:00Z`,
  version_number,
  tests: 2,
  k: 9,
  n: 10,
  lower: 0.5958,
});
const marker = (minute: number, kind: Marker["kind"] = "activated", second = "00.5"): Marker => ({
  at: `2026-11-02T10:${String(minute).padStart(2, "0")}:${second}Z`,
  kind,
  what: "version 2 (hasty)",
});

it("says a bound rounded down, with its runs and tests", () => {
  expect(pointText(point(1))).toBe("≥ 59 %: 9 of 10 runs passed, 2 tests");
  expect(pointText({ ...point(1), tests: 1, k: 1, n: 1, lower: 0.2065 })).toBe(
    "≥ 20 %: 1 of 1 run passed, 1 test",
  );
});

it("puts one point in the middle, and gives many the same room each", () => {
  expect(placeOf(0, 1)).toBe(0.5);
  expect(placeOf(199, 200) - placeOf(198, 200)).toBeCloseTo(1 / 200);
});

it("sets markers between the points before and after them, those of one gap together", () => {
  const marks = marksOf(
    [point(1), point(3)],
    [marker(0), marker(2, "amended"), marker(2), marker(9, "amended")],
  );
  expect(marks.map(({ at, activated, markers }) => [at, activated, markers.length])).toEqual([
    [0, true, 1],
    [0.5, true, 2],
    [1, false, 1],
  ]);
});

it("compares moments, not how they are written", () => {
  // A moment without a fraction of a second is written shorter, and "Z" sorts after ".".
  expect(marksOf([point(1)], [marker(1)])[0]?.at).toBe(1);
});

it("breaks the line between versions", () => {
  expect(stretchesOf([point(1), point(2), point(3, 2), point(4)])).toEqual([[0, 1], [2], [3]]);
  expect(stretchesOf([])).toEqual([]);
});

it("lists points and markers newest first", () => {
  const entries = entriesOf([point(1), point(3)], [marker(2)]);
  expect(entries.map((entry) => ("point" in entry ? entry.point.batch : entry.marker.what))).toEqual([
    "b3",
    "version 2 (hasty)",
    "b1",
  ]);
});
