import { Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client";

interface Texts {
  title: string;
  empty: string;
  texts: { name: string; text: string }[];
}

/** What the agent is told and what it knows, as plain text. */
export function AgentPrompt({ definition }: { definition: Schemas["AgentDefinition"] }) {
  const prompt = (definition.prompt ?? []).map(({ part, text }) => ({ name: part, text }));
  const knowledge = Object.entries(definition.knowledge ?? {}).map(([name, value]) => ({
    name,
    text: typeof value === "string" ? value : JSON.stringify(value, null, 2),
  }));
  return (
    <>
      <TextList title="Prompt" empty="This agent’s prompt is inside its own code." texts={prompt} />
      <TextList title="Knowledge" empty="No knowledge is declared." texts={knowledge} />
    </>
  );
}

function TextList({ title, empty, texts }: Texts) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {texts.length === 0 && <Text c="dimmed">{empty}</Text>}
      <Stack gap="sm">
        {texts.map(({ name, text }) => (
          <div key={name}>
            <Text size="xs" fw={600} c="dimmed" className="mono" mb={4}>
              {name}
            </Text>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre className="plain boxed" tabIndex={0}>
              {text}
            </pre>
          </div>
        ))}
      </Stack>
    </section>
  );
}
