import { Group, Stack, Text } from "@mantine/core";
import type { Test } from "../../api/useTests";
import { BoundBar } from "../../ui/BoundBar";
import { OutcomeBadge } from "../../ui/badges";
import type { CriterionResult } from "../../ui/bound";
import { GoLink } from "../../ui/GoLink";
import { LostRuns } from "../../ui/LostRuns";
import { Said } from "../../ui/Said";
import { atMinute } from "../../ui/when";
import { OtherVersion } from "./OtherVersion";
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
          <OtherVersion of={latest} />
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
            numbers={latest.run_numbers ?? {}}
          />
        ))}
      </Stack>
    </Section>
  );
}

interface ReasonsProps {
  result: CriterionResult;
  sentence: string | undefined;
  /** Which run of its batch each run is. */
  numbers: Record<string, number>;
}

function CriterionReasons({ result, sentence, numbers }: ReasonsProps) {
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
              {runs.map((run) => (
                <GoLink
                  key={run}
                  change={{ tab: "runs", run }}
                  label={`Run ${numbers[run] ?? ""} with this reason`}
                >
                  run {numbers[run]}
                </GoLink>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
