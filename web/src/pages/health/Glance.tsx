import type { ReactNode } from "react";
import type { Schemas } from "../../api/client";
import { floorPercent } from "../../ui/bound";
import { atMinute, onDay } from "../../ui/when";
import { lostText, named } from "./lost";

type Health = Schemas["AgentHealth"];

/** How good it is, since when, and by how many runs. */
export function Glance({ health }: { health: Health }) {
  const { lower, tests, tests_passing: passing, items, markers } = health;
  const nothing = health.not_run + health.without_result === tests;
  const passed = items.reduce((sum, { k }) => sum + k, 0);
  const runs = items.reduce((sum, { n }) => sum + n, 0);
  const live = markers.findLast(({ kind }) => kind === "activated");
  const newest = items.reduce<string | null>(
    (last, { at }) => (at && (!last || at > last) ? at : last),
    null,
  );
  return (
    <dl className="glance">
      <Tile label="Tests that pass" look={lookOf(health)} below={restText(health)}>
        {nothing ? "No result" : `${passing} of ${tests}`}
      </Tile>
      <Tile
        label="Pass rate of a run"
        below={lower === null ? "no official run has counted yet" : "at least, with 95 % confidence"}
      >
        {lower === null ? "No result" : `≥ ${floorPercent(lower)} %`}
      </Tile>
      <Tile
        label="Official runs that count"
        below={[runs ? `${passed} passed, ${runs - passed} failed` : "none yet", lostText(health)]
          .filter(Boolean)
          .join("; ")}
      >
        {runs}
      </Tile>
      <Tile
        label="Live since"
        below={
          <>
            {live?.what ?? `version ${health.version_number}`}
            {newest && <span className="glance-newest">Newest result: {atMinute(newest)}</span>}
          </>
        }
      >
        {live ? onDay(live.at) : "unknown"}
      </Tile>
    </dl>
  );
}

interface TileProps {
  label: string;
  look?: string;
  below: ReactNode;
  children: ReactNode;
}

function Tile({ label, look, below, children }: TileProps) {
  return (
    <div className="tile" data-look={look}>
      <dt>{label}</dt>
      <dd className="tile-figure figures">{children}</dd>
      <dd className="tile-below">{below}</dd>
    </div>
  );
}

function lookOf({ failing, incomplete, not_run, without_result, tests_passing }: Health): string {
  if (failing) return "failed";
  if (incomplete || not_run || without_result) return tests_passing ? "incomplete" : "none";
  return "passed";
}

/** What the tests that do not pass did, naming only what there is. */
function restText({ failing, incomplete, without_result, not_run }: Health): string {
  const rest = named([
    [failing, "failing"],
    [incomplete, "incomplete"],
    [without_result, "without a result"],
    [not_run, "not run yet"],
  ]);
  return rest || "none is failing";
}
