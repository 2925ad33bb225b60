import { Stack, Table, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { toldApart } from "../../ui/apart";
import { ExploratoryBadge, OutcomeBadge, RunStateBadge } from "../../ui/badges";
import { batchKind } from "../../ui/batches";
import { GoLink } from "../../ui/GoLink";
import { costText } from "../../ui/money";
import { atMinute, duration } from "../../ui/when";

type Run = Schemas["RunSummary"];

const timeText = ({ agent_ms: ms }: Run) => (ms === null ? "–" : duration(ms));

/** Runs, newest first, as the service gives them. */
export function RunTable({ runs }: { runs: Run[] }) {
  const called = toldApart(runs.map(({ test, test_name }) => ({ id: test, name: test_name })));
  return (
    <Table highlightOnHover verticalSpacing="sm" aria-label="Runs" className="run-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Test</Table.Th>
          <Table.Th visibleFrom="sm">Batch</Table.Th>
          <Table.Th>Verdict</Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Cost
          </Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Time
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run, row) => (
          <RunRow key={run.id} run={run} test={called[row]?.called ?? run.test_name} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function RunRow({ run, test }: { run: Run; test: string }) {
  const batch = batchKind(run.batch_kind);
  return (
    <Table.Tr>
      <Table.Td>
        <GoLink change={{ run: run.id }} className="title-link">
          {test}
        </GoLink>
        <Text size="xs" c="dimmed" className="figures">
          Run {run.n}, version {run.version_number}
          {run.started_at && `, ${atMinute(run.started_at)}`}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm" className="figures">
          {batch}, {costText(run.cost)}, {timeText(run)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <GoLink change={{ batch: run.batch }}>{batch}</GoLink>
      </Table.Td>
      <Table.Td>
        <Stack gap={4} align="flex-start">
          {run.verdict ? <OutcomeBadge outcome={run.verdict} /> : <RunStateBadge state={run.state} />}
          <ExploratoryBadge reason={run.exploratory_reason} />
          {run.why && (
            <Text size="xs" c="dimmed" maw={260}>
              {run.why}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures">
        {costText(run.cost)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures">
        {timeText(run)}
      </Table.Td>
    </Table.Tr>
  );
}
