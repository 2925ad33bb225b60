import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { GoLink } from "../../ui/GoLink";
import { atMinute, onDay } from "../../ui/when";
import { TrendLines } from "./TrendLines";
import { type Marker, markerText, marksOf, type Point, pointSaid, pointText } from "./timeline";

/** Before the page has been laid out. */
const UNKNOWN_WIDTH = 640;
const AXIS = 56;
const FAR = 10;

interface Props {
  points: Point[];
  markers: Marker[];
}

/** The bound after each official batch. One point is chosen, by pointer or arrow keys, and told below. */
export function TrendChart({ points, markers }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const last = points.length - 1;
  const index = Math.min(chosen ?? last, last);
  const point = points[index];
  const plot = Math.max(0, (width || UNKNOWN_WIDTH) - AXIS);
  if (!point) return null;

  const onPointer = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - AXIS) / plot;
    setChosen(Math.min(last, Math.max(0, Math.floor(share * points.length))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moved(event.key, index, last);
    if (to === null) return;
    event.preventDefault();
    setChosen(to);
  };
  const marks = marksOf(points, markers);
  const markersAt = (gap: number) => marks.find(({ at }) => Math.round(at * points.length) === gap)?.markers;
  const before = markersAt(index);
  const since = index === last ? markersAt(points.length) : undefined;
  return (
    <div>
      <div
        ref={ref}
        className="trend-chart"
        role="slider"
        tabIndex={0}
        aria-label="Official batch"
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={index + 1}
        aria-valuetext={pointSaid(point)}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={(event) => event.pointerType === "mouse" && onPointer(event)}
      >
        <TrendLines points={points} marks={marks} chosen={index} axis={AXIS} plot={plot} />
        <Dates points={points} axis={AXIS} />
      </div>
      <p className="trend-told figures">
        <span className="trend-when">
          {atMinute(point.at)}, version {point.version_number}
        </span>
        <strong>{pointText(point)}</strong>
        <GoLink change={{ tab: "runs", batch: point.batch, run: undefined, test: undefined }}>
          Show the runs
        </GoLink>
        {before && <span className="trend-before">Before that: {before.map(markerText).join("; ")}.</span>}
        {since && <span className="trend-before">Since then: {since.map(markerText).join("; ")}.</span>}
      </p>
    </div>
  );
}

function moved(key: string, from: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - FAR,
    PageUp: from + FAR,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}

function Dates({ points, axis }: { points: Point[]; axis: number }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const sameDay = onDay(first.at) === onDay(last.at);
  const told = ({ at }: Point) => (sameDay ? atMinute(at) : onDay(at));
  return (
    <div className="trend-dates figures" style={{ marginLeft: axis }} aria-hidden>
      <span>{told(first)}</span>
      {points.length > 1 && <span>{told(last)}</span>}
    </div>
  );
}
