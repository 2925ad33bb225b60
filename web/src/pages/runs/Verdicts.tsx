import { Group, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { Quote } from "lucide-react";
import type { Schemas } from "../../api/client";
import { OutcomeBadge } from "../../ui/badges";
import { Said } from "../../ui/Said";
import { showEvent } from "./showEvent";

type Verdict = Schemas["VerdictView"];

/** What each criterion made of the run, always with a reason. */
export function Verdicts({ verdicts, open }: { verdicts: Verdict[]; open: boolean }) {
  return (
    <section aria-labelledby="verdicts-title">
      <Title order={2} size="h5" mb="sm" id="verdicts-title">
        Verdicts
      </Title>
      {verdicts.length === 0 && (
        <Text c="dimmed">{open ? "Not decided yet." : "No criterion was decided."}</Text>
      )}
      <ul className="rows" aria-labelledby="verdicts-title">
        {verdicts.map((verdict) => (
          <VerdictRow key={verdict.criterion} verdict={verdict} />
        ))}
      </ul>
    </section>
  );
}

function VerdictRow({ verdict }: { verdict: Verdict }) {
  return (
    <li className="row">
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start" mb={6}>
        <Text fw={550} size="sm">
          <Said text={verdict.sentence} />
        </Text>
        <OutcomeBadge outcome={verdict.outcome} />
      </Group>
      <Text size="sm" className="verbatim">
        {verdict.reason}
      </Text>
      {verdict.citations.length > 0 && (
        <Stack gap={4} mt={8} align="flex-start">
          {verdict.citations.map(({ event, quote }) => (
            <UnstyledButton key={`${event}.${quote}`} className="citation" onClick={() => showEvent(event)}>
              <Quote size={12} aria-hidden />
              <span>{quote ? `“${quote}”, event ${event}` : `event ${event}`}</span>
            </UnstyledButton>
          ))}
        </Stack>
      )}
      <Text size="xs" c="dimmed" mt={8}>
        {verdict.judge ? `Judged by ${verdict.judge.model ?? "a model"}` : "Checked by code"}
        {" · "}
        <span className="mono">{verdict.kind}</span>
      </Text>
    </li>
  );
}
