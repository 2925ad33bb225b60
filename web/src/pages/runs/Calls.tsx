import { Table, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { dollars, spentText, tokens } from "../../ui/money";
import { duration } from "../../ui/when";

type Call = Schemas["CallView"];

const ROLES: Record<Call["role"], string> = {
  agent: "Agent",
  judge: "Judge",
  simulator: "Simulated user",
  assistant: "Assistant",
};

function priceOf({ cost }: Call): string {
  if (cost === null) return "price unknown";
  return Number(cost) === 0 ? "free" : dollars(cost);
}

/** The model calls of a run, one row each, and their sum. */
export function Calls({ calls, cost }: { calls: Call[]; cost: Schemas["Cost"] }) {
  return (
    <section aria-labelledby="calls-title">
      <Title order={2} size="h5" mb={4} id="calls-title">
        Calls and cost
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {spentText(cost)}
      </Text>
      {calls.length > 0 && (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-label="Model calls" verticalSpacing={6} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Role</Table.Th>
                <Table.Th>Model</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th ta="right">Tokens in / out</Table.Th>
                <Table.Th ta="right">Time</Table.Th>
                <Table.Th ta="right">Price</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="figures">
              {calls.map((call) => (
                <CallRow key={call.id} call={call} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  );
}

function CallRow({ call }: { call: Call }) {
  return (
    <Table.Tr>
      <Table.Td>{ROLES[call.role]}</Table.Td>
      <Table.Td className="mono">{call.model}</Table.Td>
      <Table.Td>
        {call.state}
        {call.attempt > 1 && `, attempt ${call.attempt}`}
        {call.error && (
          <Text size="xs" c="dimmed">
            {call.error}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        {tokens(call.input_tokens)} / {tokens(call.output_tokens)}
      </Table.Td>
      <Table.Td ta="right">{call.latency_ms === null ? "–" : duration(call.latency_ms)}</Table.Td>
      <Table.Td ta="right">{priceOf(call)}</Table.Td>
    </Table.Tr>
  );
}
