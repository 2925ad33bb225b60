import { Badge, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { toldApart } from "../../ui/apart";
import { floorPercent } from "../../ui/bound";
import { GoLink } from "../../ui/GoLink";
import { apartText } from "./difference";

type Row = Schemas["ComparedRow"];

const VERDICTS: Record<NonNullable<Row["verdict"]>, { label: string; color: string }> = {
  improved: { label: "Improved", color: "teal" },
  regressed: { label: "Regressed", color: "red" },
  no_detectable_difference: { label: "No detectable difference", color: "gray" },
};
const NO_VERDICT = { label: "No verdict", color: "gray" };

/** Each criterion under both setups: the counts, the verdict, and how far apart they may be. */
export function ComparedRows({ rows }: { rows: Row[] }) {
  if (rows.length === 0) return null;
  const tests = toldApart(rows.map(({ test, name }) => ({ id: test, name })));
  return (
    <ul className="compared" aria-label="Criteria">
      {rows.map((row, position) => (
        <li key={`${row.test}.${row.criterion}`}>
          <div className="compared-what">
            <GoLink
              change={{ tab: "tests", test: row.test, run: undefined, batch: undefined }}
              className="title-link"
            >
              {tests[position]?.called ?? row.name}
            </GoLink>
            <Text size="xs" c="dimmed" ff="monospace" title={row.sentence}>
              {row.kind}
            </Text>
          </div>
          <Verdict row={row} />
          <Text size="sm" className="figures compared-counts">
            {sideText(row.a)} → {sideText(row.b)}
          </Text>
          <Text size="xs" c="dimmed" className="compared-apart">
            {[apartText(row), row.verdict === "no_detectable_difference" && row.separation]
              .filter(Boolean)
              .join(" ")}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Verdict({ row: { verdict } }: { row: Row }) {
  const { label, color } = verdict ? VERDICTS[verdict] : NO_VERDICT;
  return (
    <Badge variant="light" color={color} className="badge">
      {label}
    </Badge>
  );
}

function sideText({ k, n, score }: Schemas["ComparedSide"]): string {
  if (n === 0) return "no result";
  return typeof score === "number" ? `mean ${floorPercent(score)} % of ${n}` : `${k} of ${n}`;
}
