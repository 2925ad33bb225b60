import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useAway } from "../../api/away";
import { api, type Schemas } from "../../api/client";
import { useActiveBatches } from "../../api/useActiveBatches";
import { useMay } from "../../api/useMay";
import { ExploratoryBadge } from "../../ui/badges";
import { batchKind, halfText } from "../../ui/batches";
import { CountsBar } from "../../ui/CountsBar";
import { GoLink } from "../../ui/GoLink";
import { PausedLine } from "../../ui/PausedLine";
import { done } from "../../ui/tell";

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
  const cancel = api.useMutation("post", "/api/batches/{id}/cancel", {
    onSuccess: () => done("Cancelled. Runs that had not started were left out."),
  });
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
            loading={cancel.isPending}
            disabled={away}
            aria-describedby={away ? reason : undefined}
            onClick={() => cancel.mutate({ params: { path: { id: batch.id } } })}
          >
            Cancel runs
          </Button>
        )}
      </Group>
      <CountsBar counts={batch.counts} label={title} />
      <PausedLine paused={batch.paused} />
    </Paper>
  );
}
