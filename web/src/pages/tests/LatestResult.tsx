import { Group, Stack, Text } from "@mantine/core";
import type { Test } from "../../api/useTests";
import { BoundBar } from "../../ui/BoundBar";
import { OutcomeBadge } from "../../ui/badges";
import type { CriterionResult } from "../../ui/bound";
import { GoLink } from "../../ui/GoLink";
import { LostRuns } from "../../ui/LostRuns";
import { Said } from "../../ui/Said";
import { atMinute } from "../../ui/when";
import { Section } from "./TestSections";

/** What the newest runs showed, and the recorded reasons. */
export function LatestResult({ test }: { test: Test }) {
  const { latest } = test;
  if (!latest) {
    return (
      <Section title="Latest result">
        <Text size="sm" c="dimmed">
          No result yet.{" "}
          {test.state === "draft" ? "Dry-run it to see whether it means what you mean." : "Run it to see."}
        </Text>
      </Section>
    );
  }
  const title = test.state === "draft" ? "Latest dry run" : "Latest result";
  return (
    <Section title={title}>
      <Stack gap="md">
        <Group gap={8}>
          <OutcomeBadge outcome={latest.verdict} />
          {latest.finished_at && (
            <Text size="sm" c="dimmed">
              {atMinute(latest.finished_at)}
            </Text>
          )}
          <GoLink change={{ tab: "runs", test: test.id, batch: latest.batch, run: undefined }}>
            Show the runs
          </GoLink>
        </Group>
        <LostRuns why={latest.why_lost} />
        {latest.criteria.map((result) => (
          <CriterionReasons
            key={result.criterion}
            result={result}
            sentence={test.sentences[result.criterion]}
          />
        ))}
      </Stack>
    </Section>
  );
}

function CriterionReasons({ result, sentence }: { result: CriterionResult; sentence: string | undefined }) {
  return (
    <div className="reasons">
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={550}>
          <Said text={sentence ?? result.kind} />
        </Text>
        <OutcomeBadge outcome={result.verdict} />
      </Group>
      <BoundBar result={result} />
      <ul className="reason-list">
        {result.reasons.map(({ outcome, text, count, runs }) => (
          <li key={`${outcome}.${text}`} data-outcome={outcome}>
            <Text size="sm" component="span" className="verbatim">
              <span className="figures">{count} × </span>
              {text}
            </Text>
            <span className="run-links">
              {runs.map((run, position) => (
                <GoLink
                  key={run}
                  change={{ tab: "runs", run }}
                  label={`Run ${position + 1} with this reason`}
                >
                  run {position + 1}
                </GoLink>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
