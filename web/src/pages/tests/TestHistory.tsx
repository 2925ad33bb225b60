import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { api, type Schemas } from "../../api/client";
import type { Test } from "../../api/useTests";
import { markOf } from "../../ui/apart";
import { OutcomeBadge } from "../../ui/badges";
import { boundText } from "../../ui/bound";
import { GoLink } from "../../ui/GoLink";
import { atMinute, onDay } from "../../ui/when";
import { Section } from "./TestSections";

/** Who wrote and accepted it, what it replaced, and its official results so far. */
export function TestHistory({ test }: { test: Test }) {
  const trend = api.useQuery("get", "/api/tests/{id}/trend", { params: { path: { id: test.id } } });
  const points = [...(trend.data?.items ?? [])].reverse();
  return (
    <Section title="History">
      <Stack gap={4}>
        <Line>{`Short id: ${markOf(test.id)}`}</Line>
        <Line>{`Drafted on ${onDay(test.created_at)} by ${test.created_by}`}</Line>
        {test.accepted_at && <Line>{`Accepted on ${onDay(test.accepted_at)} by ${test.accepted_by}`}</Line>}
        {test.replaces && (
          <Line>
            Replaces <GoLink change={{ test: test.replaces }}>an earlier test</GoLink>
          </Line>
        )}
        {test.replaced_by && (
          <Line>
            Replaced by <GoLink change={{ test: test.replaced_by }}>a newer test</GoLink>
          </Line>
        )}
        {test.retired_reason && <Line>Retired: {test.retired_reason}</Line>}
      </Stack>
      {points.length > 0 && (
        <ul className="trend" aria-label="Official results">
          {points.map((point) => (
            <TrendLine key={point.batch} point={point} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function TrendLine({ point }: { point: Schemas["TrendPoint"] }) {
  return (
    <li>
      <GoLink change={{ tab: "runs", batch: point.batch, run: undefined }}>{atMinute(point.at)}</GoLink>
      <OutcomeBadge outcome={point.verdict} />
      <Text size="xs" c="dimmed" className="figures">
        {point.criteria.map(boundText).join(" · ")}
      </Text>
    </li>
  );
}
