import { Alert, Badge, Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { ShieldCheck, TriangleAlert } from "lucide-react";
import type { May } from "../api/useMay";
import { CardFacts } from "./CardFacts";
import type { Answer, Card } from "./events";
import type { CardNotice } from "./useAnswers";

interface Props {
  card: Card;
  /** Its answer is on its way. */
  sent: boolean;
  /** The answer to another card is. */
  busy?: boolean;
  notice: CardNotice | undefined;
  may: Pick<May, "write" | "decide">;
  onAnswer: (card: Card, approved: boolean) => void;
}

const ANSWERS: Record<string, { label: string; color: string }> = {
  approved: { label: "Approved", color: "teal" },
  declined: { label: "Declined", color: "gray" },
  void: { label: "No longer valid", color: "gray" },
};

/** What the assistant wants done, with the service's own facts; it happens only after Approve. */
export function Approval({ card, sent, busy = false, notice, may, onAnswer }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card in a talk is no set of form fields
    <section
      role="group"
      aria-label={`Approval: ${card.title}`}
      className="approval"
      data-answered={!!card.answer}
    >
      {!card.answer && (
        <VisuallyHidden role="alert">{`This needs your approval: ${card.title}`}</VisuallyHidden>
      )}
      <Group gap={8} wrap="nowrap" align="flex-start">
        <ShieldCheck size={18} aria-hidden className="approval-icon" />
        <Text fw={600} size="sm">
          {card.title}
        </Text>
      </Group>
      {card.facts.length > 0 && <CardFacts facts={card.facts} />}
      {card.warning && (
        <Alert
          role="note"
          color="orange"
          variant="light"
          p="xs"
          icon={<TriangleAlert size={16} aria-hidden />}
        >
          {card.warning}
        </Alert>
      )}
      {notice && !card.answer && (
        <Text size="sm" c="var(--mantine-color-error)" role="status" id={`notice-${card.id}`}>
          {notice.sentence}
        </Text>
      )}
      {card.answer ? (
        <Answered answer={card.answer} />
      ) : (
        <Buttons card={card} sent={sent} busy={busy} notice={notice} may={may} onAnswer={onAnswer} />
      )}
    </section>
  );
}

function Answered({ answer }: { answer: Answer }) {
  if (answer.instead)
    return (
      <Text size="sm" c="dimmed">
        Not done: another message came first.
      </Text>
    );
  const { label, color } = ANSWERS[answer.state] ?? { label: answer.state, color: "gray" };
  return (
    <Group gap={8}>
      <Badge variant="light" color={color} className="badge">
        {label}
      </Badge>
      {answer.by && (
        <Text size="xs" c="dimmed">
          by {answer.by}
        </Text>
      )}
    </Group>
  );
}

function Buttons({ card, sent, busy, notice, may, onAnswer }: Props) {
  const waits = sent || busy || notice?.over;
  const reason = notice && `notice-${card.id}`;
  return (
    <Group gap={8}>
      {may.decide ? (
        <Button
          size="xs"
          disabled={waits || notice?.stale}
          aria-describedby={reason}
          onClick={() => onAnswer(card, true)}
        >
          Approve
        </Button>
      ) : (
        <Text size="xs" c="dimmed">
          Waits for the answer of an admin.
        </Text>
      )}
      {may.write && (
        <Button
          size="xs"
          variant="default"
          disabled={waits}
          aria-describedby={reason}
          onClick={() => onAnswer(card, false)}
        >
          Don't
        </Button>
      )}
      {sent && (
        <Text size="xs" c="dimmed" role="status">
          Sent. Waiting for the service…
        </Text>
      )}
    </Group>
  );
}
