import { Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Test } from "../../api/useTests";
import { Said } from "../../ui/Said";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Text component="h3" size="sm" fw={650} mb={6}>
        {title}
      </Text>
      {children}
    </section>
  );
}

/** How the conversation starts. */
export function Situation({ test }: { test: Test }) {
  return (
    <Section title="Situation">
      <Stack gap={6}>
        {test.situation.messages.map(({ role, text }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a test have no other name
          <div key={position} className="quote">
            <Text size="xs" c="dimmed">
              {role === "user" ? "User" : "Agent"}
            </Text>
            <Text size="sm" className="verbatim">
              {text}
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** What must hold, each in a sentence. */
export function Criteria({ test }: { test: Test }) {
  const behaviors = test.expected_behaviors ?? [];
  return (
    <Section title={test.criteria.length === 1 ? "Criterion" : "Criteria, all of which must hold"}>
      <ol className="criteria">
        {test.criteria.map((criterion, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: criteria are named by their position
          <li key={position}>
            <Text size="sm" component="span" className="verbatim">
              <Said text={test.sentences[position] ?? ""} />
            </Text>{" "}
            <Code>{criterion.kind}</Code>
          </li>
        ))}
      </ol>
      {behaviors.length > 0 && (
        <ul className="criteria">
          {behaviors.map((behavior) => (
            <li key={behavior}>
              <Text size="sm">{behavior}</Text>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** How often it runs, when that is enough, and what it can tell. */
export function Setting({ test }: { test: Test }) {
  return (
    <Section title="When it passes">
      <Stack gap={4}>
        {test.setting.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

export function SimulatedUser({ test }: { test: Test }) {
  const user = test.simulated_user;
  if (!user) return null;
  return (
    <Section title="Simulated user">
      <dl className="facts">
        <div>
          <dt>Persona</dt>
          <dd>{user.persona}</dd>
        </div>
        <div>
          <dt>Goal</dt>
          <dd>{user.goal}</dd>
        </div>
        <div>
          <dt>Turn limit</dt>
          <dd>{user.turn_limit}</dd>
        </div>
      </dl>
    </Section>
  );
}

export function Attributes({ test }: { test: Test }) {
  const entries = Object.entries(test.attributes ?? {});
  if (entries.length === 0) return null;
  return (
    <Section title="Attributes">
      <dl className="facts">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
