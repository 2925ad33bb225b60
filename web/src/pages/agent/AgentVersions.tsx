import { Badge, Table, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { atMinute } from "../../ui/when";

/** Every version, newest first; what runs for people now is marked. */
export function AgentVersions({ versions }: { versions: Schemas["VersionView"][] }) {
  const newest = [...versions].sort((a, b) => b.number - a.number);
  return (
    <section aria-labelledby="versions-title">
      <Title order={2} size="h5" mb="sm" id="versions-title">
        Versions
      </Title>
      <Table aria-labelledby="versions-title" verticalSpacing="xs" className="run-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Version</Table.Th>
            <Table.Th visibleFrom="sm">Fingerprint</Table.Th>
            <Table.Th>Added</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {newest.map((version) => (
            <Table.Tr key={version.id}>
              <Table.Td>
                <Text component="span" size="sm" fw={600} className="figures" mr={8}>
                  {version.number}
                </Text>
                <Text component="span" size="sm" mr={8}>
                  {version.label}
                </Text>
                {version.live && (
                  <Badge color="teal" variant="light" className="badge">
                    Live
                  </Badge>
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm" className="mono">
                {version.id.slice(0, 12)}
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed">
                  {atMinute(version.created_at)} by {version.created_by}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
