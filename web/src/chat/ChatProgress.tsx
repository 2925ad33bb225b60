import { Group, Text } from "@mantine/core";
import { OutcomeBadge } from "../ui/badges";
import { CountsBar } from "../ui/CountsBar";
import { GoLink } from "../ui/GoLink";
import type { Progress } from "./events";

const WORDS: Record<string, string> = { planned: "Planned", finished: "Finished", cancelled: "Cancelled" };

/** A batch that was started from this talk, as it goes on. */
export function ChatProgress({ progress }: { progress: Progress }) {
  return (
    <div className="chat-progress">
      <Group justify="space-between" gap="xs" mb={6}>
        <Group gap={8}>
          <Text size="xs" fw={600}>
            {WORDS[progress.state] ?? "Running"}
          </Text>
          {progress.verdict && <OutcomeBadge outcome={progress.verdict} />}
        </Group>
        <GoLink change={{ tab: "runs", batch: progress.id, run: undefined, test: undefined }}>
          Show the runs
        </GoLink>
      </Group>
      <CountsBar counts={progress} label="Runs of this batch" />
    </div>
  );
}
