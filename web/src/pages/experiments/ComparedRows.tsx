import { Badge, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { toldApart } from "../../ui/apart";
import { floorPercent } from "../../ui/bound";
import { CriterionName } from "../../ui/CriterionName";
import { GoLink } from "../../ui/GoLink";
import { apartText } from "./difference";

type Row = Schemas["ComparedRow"];

const VERDICTS: Record<NonNullable<Row["verdict"]>, { label: string; color: string }> = {
  improved: { label: "Improved", color: "teal" },
  regressed: { label: "Regressed", color: "red" },
  no_detectable_difference: { label: "No detectable difference", color: "gray" },
};
const NO_VERDICT = { label: "No verdict", color: "gray" };

/** Each test with its criteria under both setups: the counts, the verdict, and how far apart they may be. */
export function ComparedRows({ rows }: { rows: Row[] }) {
  if (rows.length === 0) return null;
  const ids = [...new Set(rows.map(({ test }) => test))];
  const tests = ids.map((id) => {
    const ofTest = rows.filter(({ test }) => test === id);
    return { id, name: ofTest[0]?.name ?? "", rows: ofTest };
  });
  return (
    <>
      <Text size="xs" c="dimmed" mt="sm" className="compared-legend">
        Passed runs: current setup → changed setup
      </Text>
      <ul className="compared" aria-label="Tests">
        {toldApart(tests).map(({ id, called, rows: criteria }) => (
          <li key={id}>
            <GoLink
              change={{ tab: "tests", test: id, run: undefined, batch: undefined }}
              className="title-link compared-test"
            >
              {called}
            </GoLink>
            <ul aria-label={`Criteria of ${called}`}>
              {criteria.map((row) => (
                <ComparedRow key={row.criterion} row={row} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function ComparedRow({ row }: { row: Row }) {
  const apart = [apartText(row), row.verdict === "no_detectable_difference" && row.separation];
  return (
    <li className="compared-row">
      <CriterionName kind={row.kind} sentence={row.sentence} />
      <Verdict row={row} />
      <Text size="sm" className="figures compared-counts">
        {sideText(row.a)} → {sideText(row.b)}
      </Text>
      <Text size="xs" c="dimmed" className="compared-apart">
        {apart.filter(Boolean).join(" ")}
      </Text>
    </li>
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
