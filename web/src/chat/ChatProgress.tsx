import { Group, Text } from "@mantine/core";
import { useNewest } from "../api/useNewest";
import { OutcomeBadge } from "../ui/badges";
import { batchKind, halfText } from "../ui/batches";
import { CountsBar } from "../ui/CountsBar";
import { GoLink } from "../ui/GoLink";
import { PausedLine } from "../ui/PausedLine";
import type { Progress } from "./events";
import { ResultCard } from "./ResultCard";

const WORDS: Record<string, string> = { planned: "planned", finished: "finished", cancelled: "cancelled" };

/** "Dry run finished", "Experiment finished: current setup, version 1": what it is and how far. */
function titleOf({ batchKind: kind, state, half }: Progress): string {
  const title = `${kind ? batchKind(kind) : "Batch"} ${WORDS[state] ?? "running"}`;
  return half ? `${title}: ${halfText(half)}` : title;
}

/** A batch that was started from this talk, as it goes on. */
export function ChatProgress({ agent, progress }: { agent: string; progress: Progress }) {
  const known = { counts: progress, paused: progress.paused };
  const { counts, paused } = useNewest(agent, progress.id, progress.state === "running", known);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card in a talk is no set of form fields
    <section role="group" aria-label={titleOf(progress)} className="chat-progress">
      <Group justify="space-between" gap="xs" mb={6}>
        <Group gap={8}>
          <Text size="xs" fw={600}>
            {titleOf(progress)}
          </Text>
          {progress.verdict && <OutcomeBadge outcome={progress.verdict} />}
        </Group>
        <GoLink change={{ tab: "runs", batch: progress.id, run: undefined, test: undefined }}>
          Show the runs
        </GoLink>
      </Group>
      <CountsBar counts={counts} label="Runs of this batch" />
      <PausedLine paused={paused} />
      {progress.tests.length > 0 && <ResultCard progress={progress} />}
    </section>
  );
}
