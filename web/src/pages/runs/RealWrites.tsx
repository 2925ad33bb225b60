import { Code, Group, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { atMinute } from "../../ui/when";

type Write = Schemas["RealWriteView"];

const STATES: Record<Write["state"], string> = {
  sent: "sent, not answered yet",
  executed: "executed",
  failed: "failed",
  unknown: "sent, and nobody knows whether it took effect: look there before you run this again",
};

/** What left this machine and changed something elsewhere, written down before it was sent. */
export function RealWrites({ writes }: { writes: Write[] }) {
  if (writes.length === 0) return null;
  return (
    <section aria-labelledby="writes-title">
      <Title order={2} size="h5" mb="sm" id="writes-title">
        Real writes
      </Title>
      <ul className="rows" aria-labelledby="writes-title">
        {writes.map((write) => (
          <li key={`${write.attempt}.${write.at}.${write.tool}`} className="row">
            <Group gap={8} mb={4}>
              <Text component="span" size="sm" fw={600} className="mono">
                {write.tool}
              </Text>
              <Text component="span" size="sm" c="dimmed">
                {atMinute(write.at)}
              </Text>
            </Group>
            <Text size="sm">{STATES[write.state]}</Text>
            <Code className="verbatim">{JSON.stringify(write.arguments)}</Code>
          </li>
        ))}
      </ul>
    </section>
  );
}
