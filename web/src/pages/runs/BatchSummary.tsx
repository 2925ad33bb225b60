import { Alert, Group, Paper, Text } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { api, type Schemas } from "../../api/client";
import { useNewest } from "../../api/useNewest";
import { toldApart } from "../../ui/apart";
import { BoundBar } from "../../ui/BoundBar";
import { ExploratoryBadge, OutcomeBadge } from "../../ui/badges";
import { batchKind, writesText } from "../../ui/batches";
import { CountsBar } from "../../ui/CountsBar";
import { CriterionName } from "../../ui/CriterionName";
import { Facts } from "../../ui/Facts";
import { Loaded } from "../../ui/Loaded";
import { LostRuns } from "../../ui/LostRuns";
import { spentText } from "../../ui/money";
import { PausedLine } from "../../ui/PausedLine";
import { atMinute } from "../../ui/when";

/** One batch: its verdict, how far it is, what it used, and each test's bounds. */
export function BatchSummary({ id }: { id: string }) {
  const query = api.useQuery("get", "/api/batches/{id}", { params: { path: { id } } });
  return (
    <Loaded query={query} rows={1}>
      {(batch) => <Summary batch={batch} />}
    </Loaded>
  );
}

function Summary({ batch }: { batch: Schemas["BatchView"] }) {
  const open = batch.state === "planned" || batch.state === "running";
  const { counts, paused } = useNewest(batch.agent, batch.id, open, batch);
  return (
    <Paper withBorder p="md" component="section" aria-label="Batch">
      <Group gap={8} mb="sm">
        <Text fw={650}>{batchKind(batch.kind)}</Text>
        <OutcomeBadge outcome={batch.verdict} />
        <ExploratoryBadge reason={batch.exploratory_reason} />
        {batch.state === "cancelled" && (
          <Text size="sm" c="dimmed">
            cancelled
          </Text>
        )}
      </Group>
      <CountsBar counts={counts} label="Runs of this batch" />
      <PausedLine paused={paused} />
      <Facts
        facts={[
          ["Started", `${atMinute(batch.created_at)} by ${batch.requested_by}`],
          ["Version", `${batch.version_number}`],
          ["Writes", writesText(batch.writes)],
          ["Cost", spentText(batch.cost)],
          ["Time limit", batch.deadline ? `until ${atMinute(batch.deadline)}` : null],
          ["Exploratory", batch.exploratory_reason],
        ]}
      />
      {batch.drift?.map((sentence) => (
        <Alert key={sentence} role="note" color="orange" mt="sm" icon={<CircleAlert size={18} aria-hidden />}>
          {sentence}
        </Alert>
      ))}
      {toldApart(batch.tests.map((test) => ({ ...test, id: test.test }))).map((test) => (
        <div key={test.test} className="batch-test">
          <Text size="sm" fw={550} className="grow">
            {test.called}
          </Text>
          <OutcomeBadge outcome={test.verdict} />
          <div className="batch-bounds">
            <ul className="bounds" aria-label={`Criteria of ${test.called}`}>
              {test.criteria.map((result) => (
                <li key={result.criterion} className="bound-line">
                  <CriterionName kind={result.kind} sentence={test.sentences?.[result.criterion]} />
                  <BoundBar result={result} withRule />
                </li>
              ))}
            </ul>
            <LostRuns why={test.why_lost} />
          </div>
        </div>
      ))}
    </Paper>
  );
}
