import { Alert, Group, Stack, Text, Title } from "@mantine/core";
import { ArrowLeft, CircleAlert } from "lucide-react";
import { api, type Schemas } from "../../api/client";
import { ExploratoryBadge, OutcomeBadge, RunStateBadge } from "../../ui/badges";
import { batchKind, writesText } from "../../ui/batches";
import { Facts } from "../../ui/Facts";
import { GoLink } from "../../ui/GoLink";
import { Loaded } from "../../ui/Loaded";
import { spentText } from "../../ui/money";
import { atMinute, duration } from "../../ui/when";
import { Calls } from "./Calls";
import { RealWrites } from "./RealWrites";
import { TranscriptView } from "./TranscriptView";
import { Verdicts } from "./Verdicts";

type Run = Schemas["RunView"];

/** One run: what happened, what each criterion made of it, and what it cost. */
export function RunDetail({ id }: { id: string }) {
  const query = api.useQuery(
    "get",
    "/api/runs/{id}",
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (state.data && isOpen(state.data.state) ? 2000 : false) },
  );
  return (
    <Stack gap="lg">
      <GoLink change={{ run: undefined }} className="link back">
        <ArrowLeft size={16} aria-hidden /> All runs
      </GoLink>
      <Loaded query={query}>{(run) => <Details run={run} />}</Loaded>
    </Stack>
  );
}

const isOpen = (state: Run["state"]) => state === "planned" || state === "running" || state === "judging";

function Details({ run }: { run: Run }) {
  const { transcript } = run;
  return (
    <Stack gap="xl">
      <div>
        <Title order={1} size="h3">
          {run.test_name}, run {run.n}
        </Title>
        <Group gap={8} mt={8}>
          {run.verdict ? <OutcomeBadge outcome={run.verdict} /> : <RunStateBadge state={run.state} />}
          <ExploratoryBadge reason={run.exploratory_reason} />
        </Group>
        <RunFacts run={run} />
      </div>
      {(run.why ?? transcript?.error) && (
        <Alert role="note" color="orange" icon={<CircleAlert size={18} aria-hidden />}>
          <span className="verbatim">{run.why ?? transcript?.error}</span>
        </Alert>
      )}
      <Verdicts verdicts={run.verdicts} open={isOpen(run.state)} />
      <RealWrites writes={run.real_writes ?? []} />
      <section aria-labelledby="transcript-title">
        <Title order={2} size="h5" mb="sm" id="transcript-title">
          Transcript
        </Title>
        {transcript ? (
          <TranscriptView transcript={transcript} />
        ) : (
          <Text c="dimmed">Nothing recorded yet.</Text>
        )}
      </section>
      <Calls calls={run.calls} cost={run.cost} />
    </Stack>
  );
}

function RunFacts({ run }: { run: Run }) {
  return (
    <Facts
      facts={[
        ["Batch", batchKind(run.batch_kind)],
        ["Version", `${run.version_number}`],
        ["Started", run.started_at && atMinute(run.started_at)],
        ["Agent’s time", run.agent_ms === null ? null : duration(run.agent_ms)],
        ["Cost", spentText(run.cost)],
        ["Writes", writesText(run.writes)],
        ["Attempts", run.attempts > 1 ? `${run.attempts}` : null],
        ["Exploratory", run.exploratory_reason],
      ]}
    />
  );
}
