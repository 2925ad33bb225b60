import { Stack, Table, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { dollars, tokens } from "../../ui/money";
import { ROLES } from "../../ui/roles";

type Estimate = Schemas["EstimateView"];
type Role = Estimate["by_role"][number];

const round = (value: number | null) => tokens(value === null ? null : Math.round(value));

function callsText({ calls, calls_low: low, calls_high: high }: Role): string {
  return low === high ? round(calls) : `${round(calls)} (${round(low)} to ${round(high)})`;
}

function priceText({ money, price_unknown: unknown }: Role): string {
  if (unknown || money === null) return "price unknown";
  return Number(money) === 0 ? "free" : dollars(money);
}

/** What the service expects a batch to take; its sentence says what that rests on. */
export function EstimateDetails({ estimate }: { estimate: Estimate }) {
  return (
    <Stack gap="sm">
      <Text>{estimate.sentence}</Text>
      {estimate.by_role.length > 0 && (
        <Table.ScrollContainer minWidth={440} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-label="Expected model calls" verticalSpacing={6} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Role</Table.Th>
                <Table.Th>Model</Table.Th>
                <Table.Th ta="right">Calls</Table.Th>
                <Table.Th ta="right">Price</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="figures">
              {estimate.by_role.map((role) => (
                <Table.Tr key={`${role.role}.${role.model}`}>
                  <Table.Td>{ROLES[role.role]}</Table.Td>
                  <Table.Td className="mono">{role.model}</Table.Td>
                  <Table.Td ta="right">{callsText(role)}</Table.Td>
                  <Table.Td ta="right">{priceText(role)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
