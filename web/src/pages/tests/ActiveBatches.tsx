import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useAway } from "../../api/away";
import type { Schemas } from "../../api/client";
import { useActiveBatches } from "../../api/useActiveBatches";
import { useMay } from "../../api/useMay";
import { ExploratoryBadge } from "../../ui/badges";
import { batchKind, halfText } from "../../ui/batches";
import { CountsBar } from "../../ui/CountsBar";
import { GoLink } from "../../ui/GoLink";
import { PausedLine } from "../../ui/PausedLine";
import { CancelDialog } from "./CancelDialog";

/** What is running now, live, with a way to stop it. */
export function ActiveBatches({
  agent,
  reason,
}: {
  agent: string /** The id of what says why none can be stopped now. */;
  reason: string;
}) {
  const batches = useActiveBatches(agent);
  if (batches.length === 0) return null;
  return (
    <Stack gap="xs" role="region" aria-label="Running now">
      {batches.map((batch) => (
        <ActiveBatch key={batch.id} batch={batch} reason={reason} />
      ))}
    </Stack>
  );
}

function titleOf(batch: Schemas["BatchView"]): string {
  const { kind, tests } = batch;
  const [first] = tests;
  const what = tests.length === 1 && first ? first.name : `${tests.length} tests`;
  return `${batchKind(kind)}: ${what}${kind === "experiment" ? `, ${halfText(batch)}` : ""}`;
}

function ActiveBatch({ batch, reason }: { batch: Schemas["BatchView"]; reason: string }) {
  const [asking, setAsking] = useState(false);
  const may = useMay();
  const away = useAway();
  const title = titleOf(batch);
  return (
    <Paper withBorder p="sm" className="active-batch" role="group" aria-label={title}>
      <Group justify="space-between" gap="sm" mb={6} wrap="nowrap">
        <Group gap={8} className="grow">
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <ExploratoryBadge reason={batch.exploratory_reason} />
        </Group>
        <GoLink change={{ tab: "runs", batch: batch.id, run: undefined, test: undefined }}>Show runs</GoLink>
        {may.write && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={away}
            aria-describedby={away ? reason : undefined}
            onClick={() => setAsking(true)}
          >
            Cancel runs
          </Button>
        )}
      </Group>
      <CountsBar counts={batch.counts} label={title} />
      <PausedLine paused={batch.paused} />
      {asking && <CancelDialog batch={batch} title={title} onClose={() => setAsking(false)} />}
    </Paper>
  );
}
