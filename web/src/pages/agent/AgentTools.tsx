import { Badge, Group, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client";

type Tool = Schemas["ToolView"];

function parametersOf({ parameters }: Tool): string[] {
  const { properties } = parameters as { properties?: unknown };
  return properties && typeof properties === "object" ? Object.keys(properties) : [];
}

/** What the agent can do, and whether it only reads. */
export function AgentTools({ tools }: { tools: Tool[] }) {
  return (
    <section aria-labelledby="tools-title">
      <Title order={2} size="h5" mb="sm" id="tools-title">
        Tools
      </Title>
      {tools.length === 0 && <Text c="dimmed">This agent declares no tool.</Text>}
      <ul className="rows" aria-labelledby="tools-title">
        {tools.map((tool) => (
          <li key={tool.name} className="row">
            <Group gap={8}>
              <Text component="span" size="sm" fw={600} className="mono">
                {tool.name}
              </Text>
              <Badge variant="light" color={tool.effect === "write" ? "orange" : "gray"} className="badge">
                {tool.effect}
              </Badge>
            </Group>
            {tool.description && (
              <Text size="sm" c="dimmed" mt={4}>
                {tool.description}
              </Text>
            )}
            {parametersOf(tool).length > 0 && (
              <Text size="xs" c="dimmed" className="mono" mt={4}>
                {parametersOf(tool).join(", ")}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
