import { floorPercent } from "../../ui/bound";
import { count } from "../../ui/money";
import { type Mark, type Point, placeOf, stretchesOf } from "./timeline";

const TOP = 22;
const HIGH = 150;
const GAP = 14;
const BARS = 34;
const HEIGHT = TOP + HIGH + GAP + BARS;
const GRID = [0, 0.25, 0.5, 0.75, 1];
/** More points than these have no room for a dot each. */
const DOTTED = 60;
const LABEL_PX = 30;
const MOST_BAR_PX = 22;

interface Props {
  points: Point[];
  marks: Mark[];
  chosen: number;
  /** Pixels left of the plot. */
  axis: number;
  /** Its width. */
  plot: number;
}

const y = (share: number) => TOP + HIGH * (1 - share);

/** What of the trend is drawn; it is told in words by what stands around it. */
export function TrendLines({ points, marks, chosen, axis, plot }: Props) {
  const x = (place: number) => axis + place * plot;
  const here = x(placeOf(chosen, points.length));
  const most = Math.max(...points.map(({ n }) => n));
  // A point between two of other versions has no line that would show it.
  const dot = points.length > DOTTED ? 1.5 : 3;
  const bar = Math.min(MOST_BAR_PX, Math.max(1, (0.6 * plot) / points.length));
  return (
    <svg width={axis + plot} height={HEIGHT} aria-hidden="true" focusable="false">
      {GRID.map((share) => (
        <g key={share}>
          <line className="grid" x1={axis} x2={axis + plot} y1={y(share)} y2={y(share)} />
          {share % 0.5 === 0 && (
            <text x={axis - 8} y={y(share) + 4} textAnchor="end">
              {floorPercent(share)} %
            </text>
          )}
        </g>
      ))}
      <text x={axis - 8} y={HEIGHT - BARS + 10} textAnchor="end">
        {count(most, "run")}
      </text>
      <text x={axis - 8} y={HEIGHT} textAnchor="end">
        0
      </text>
      <Marks marks={marks} x={x} />
      <line className="here" x1={here} x2={here} y1={TOP} y2={HEIGHT} />
      {points.map(({ batch, n }, index) => (
        <rect
          key={batch}
          className="runs"
          data-chosen={index === chosen}
          x={x(placeOf(index, points.length)) - bar / 2}
          y={HEIGHT - Math.max(2, (BARS * n) / most)}
          width={bar}
          height={Math.max(2, (BARS * n) / most)}
          rx={Math.min(2, bar / 3)}
        />
      ))}
      {stretchesOf(points).map((stretch) => (
        <polyline
          key={stretch[0]}
          className="bound-path"
          points={stretch
            .map((index) => `${x(placeOf(index, points.length))},${y(points[index]?.lower ?? 0)}`)
            .join(" ")}
        />
      ))}
      {points.map(({ batch, lower }, index) => (
        <circle
          key={batch}
          className="dot"
          data-chosen={index === chosen}
          cx={x(placeOf(index, points.length))}
          cy={y(lower)}
          r={index === chosen ? 5 : dot}
        />
      ))}
    </svg>
  );
}

/** Where a version went live or a test was amended; a label only where the one before leaves room. */
function Marks({ marks, x }: { marks: Mark[]; x: (place: number) => number }) {
  let free = Number.NEGATIVE_INFINITY;
  return marks.map((mark) => {
    const at = x(mark.at);
    const labelled = mark.activated && at >= free;
    if (labelled) free = at + LABEL_PX;
    return (
      <g key={mark.at}>
        <line className="mark" data-activated={mark.activated} x1={at} x2={at} y1={TOP - 4} y2={TOP + HIGH} />
        {labelled && (
          <text className="mark-label" x={at} y={TOP - 9} textAnchor={mark.at > 0.9 ? "end" : "start"}>
            {labelOf(mark)}
          </text>
        )}
      </g>
    );
  });
}

/** "v2" of "version 2 (hasty)". */
function labelOf({ markers }: Mark): string {
  const live = markers.findLast(({ kind }) => kind === "activated");
  return live ? live.what.replace(/^version (\d+).*$/, "v$1") : "";
}
