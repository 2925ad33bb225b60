import { Group, Text } from "@mantine/core";
import { api } from "../api/client";
import { CountsBar } from "../ui/CountsBar";
import { GoLink } from "../ui/GoLink";
import type { Progress } from "./events";

const ENDINGS: Record<string, string> = { finished: "Finished", cancelled: "Cancelled" };

/** A batch that was started from this talk, as it goes on. */
export function ChatProgress({ progress }: { progress: Progress }) {
  const { data: batch } = api.useQuery("get", "/api/batches/{id}", { params: { path: { id: progress.id } } });
  const ended = batch && ENDINGS[batch.state];
  return (
    <div className="chat-progress">
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="xs" fw={600}>
          {ended ?? "Running"}
        </Text>
        <GoLink change={{ tab: "runs", batch: progress.id, run: undefined, test: undefined }}>
          Show the runs
        </GoLink>
      </Group>
      <CountsBar counts={batch && ended ? batch.counts : progress} label="Runs of this batch" />
    </div>
  );
}
