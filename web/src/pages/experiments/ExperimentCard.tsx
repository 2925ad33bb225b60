import { Badge, Group, Paper, Text, Title } from "@mantine/core";
import { useId } from "react";
import { api, type Schemas } from "../../api/client";
import { CountsBar } from "../../ui/CountsBar";
import { Facts } from "../../ui/Facts";
import { GoLink } from "../../ui/GoLink";
import { Loaded } from "../../ui/Loaded";
import { spentText } from "../../ui/money";
import { atMinute } from "../../ui/when";
import { ComparedRows } from "./ComparedRows";

type Summary = Schemas["ExperimentSummary"];

const OPEN_MS = 2000;
const STATES: Record<Summary["state"], { label: string; color: string }> = {
  planned: { label: "Planned", color: "gray" },
  running: { label: "Running", color: "iris" },
  finished: { label: "Finished", color: "gray" },
  cancelled: { label: "Cancelled", color: "gray" },
};

const isOpen = (state: Summary["state"]) => state === "planned" || state === "running";

/** One experiment: what was changed, and what came of it, criterion by criterion. */
export function ExperimentCard({ summary }: { summary: Summary }) {
  const title = useId();
  const query = api.useQuery(
    "get",
    "/api/experiments/{id}",
    { params: { path: { id: summary.id } } },
    { refetchInterval: ({ state }) => (isOpen(state.data?.state ?? summary.state) ? OPEN_MS : false) },
  );
  const look = STATES[query.data?.state ?? summary.state];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={title}>
      <Group gap={8} mb={6}>
        <Title order={2} size="h5" id={title} className="experiment-title">
          {summary.described.charAt(0).toUpperCase() + summary.described.slice(1)}
        </Title>
        <Badge variant="light" color={look.color} className="badge">
          {look.label}
        </Badge>
      </Group>
      <Loaded query={query} rows={1}>
        {(experiment) => <Details experiment={experiment} />}
      </Loaded>
    </Paper>
  );
}

function Details({ experiment }: { experiment: Schemas["ExperimentView"] }) {
  const { current, changed, cost, speed } = experiment;
  return (
    <>
      <Text size="sm">{experiment.sentence}</Text>
      {isOpen(experiment.state) && <Progress experiment={experiment} />}
      <ComparedRows rows={experiment.rows} />
      {experiment.state === "finished" && (
        <>
          <Text size="sm" mt="sm">
            {cost.sentence}
          </Text>
          <Text size="sm">{speed.sentence}</Text>
          <Text size="sm" c="dimmed">
            {experiment.notice}
          </Text>
        </>
      )}
      <Facts
        facts={[
          ["Started", `${atMinute(experiment.created_at)} by ${experiment.requested_by}`],
          ["Per test and setup", experiment.runs === 1 ? "1 run" : `${experiment.runs} runs`],
          ["Cost, current setup", spentText(current.cost)],
          ["Cost, changed setup", spentText(changed.cost)],
        ]}
      />
      <Group gap="md" mt="sm">
        <GoLink change={{ tab: "runs", batch: current.batch, run: undefined, test: undefined }}>
          Runs of the current setup
        </GoLink>
        <GoLink change={{ tab: "runs", batch: changed.batch, run: undefined, test: undefined }}>
          Runs of the changed setup
        </GoLink>
      </Group>
    </>
  );
}

function Progress({ experiment: { current, changed } }: { experiment: Schemas["ExperimentView"] }) {
  return (
    <>
      <Text size="xs" c="dimmed" mt="sm">
        Current setup
      </Text>
      <CountsBar counts={current.counts} label="Runs of the current setup" />
      <Text size="xs" c="dimmed" mt={6}>
        Changed setup
      </Text>
      <CountsBar counts={changed.counts} label="Runs of the changed setup" />
    </>
  );
}
