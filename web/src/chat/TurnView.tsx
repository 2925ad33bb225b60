import { Button, Group, Text } from "@mantine/core";
import { RotateCcw } from "lucide-react";
import type { May } from "../api/useMay";
import { GoLink } from "../ui/GoLink";
import { Approval } from "./Approval";
import { ChatProgress } from "./ChatProgress";
import { Decline, Question } from "./Choices";
import type { Card, Item, ToolUse, Turn } from "./events";
import { Message } from "./Message";
import { ToolCard } from "./ToolCard";
import { testIn } from "./toolResult";
import type { Answers } from "./useAnswers";

export interface TurnActions {
  answers: Pick<Answers, "sent" | "busy" | "notices">;
  onAnswer: (card: Card, approved: boolean) => void;
  /** Null for those who may only read. */
  onReply: ((text: string) => void) | null;
  onRetry: ((turn: string) => void) | null;
  /** Null while no message could be sent. */
  onEdit: ((turn: string, text: string) => void) | null;
  may: May;
}

interface Props extends TurnActions {
  agent: string;
  turn: Turn;
  last: boolean;
}

/** One message of a person and what the assistant made of it. */
export function TurnView(props: Props) {
  const { turn } = props;
  return (
    <div className="turn">
      {turn.items.map((item) => (
        <ItemView key={`${item.kind}.${item.id}`} item={item} {...props} />
      ))}
      <TurnEnd {...props} />
    </div>
  );
}

function ItemView({
  item,
  agent,
  turn,
  last,
  answers,
  may,
  onAnswer,
  onReply,
  onEdit,
}: Props & { item: Item }) {
  switch (item.kind) {
    case "said":
      return (
        <Message
          said={item}
          gaveWay={item.cutOff && turn.items.at(-1) !== item}
          onEdit={onEdit && !turn.replaced ? (text) => onEdit(turn.id, text) : null}
        />
      );
    case "tool":
      return (
        <Tool
          tool={item}
          waiting={turn.state === "waiting"}
          onReply={last && turn.state !== "running" ? onReply : null}
        />
      );
    case "card":
      return (
        <Approval
          card={item}
          sent={!!answers.sent[item.id]}
          busy={answers.busy}
          notice={answers.notices[item.id]}
          may={may}
          onAnswer={onAnswer}
        />
      );
    case "progress":
      return <ChatProgress agent={agent} progress={item} />;
  }
}

function Tool({
  tool,
  waiting,
  onReply,
}: {
  tool: ToolUse;
  waiting: boolean;
  onReply: ((text: string) => void) | null;
}) {
  if (tool.name === "ask" && tool.state !== "error") return <Question tool={tool} onReply={onReply} />;
  if (tool.name === "decline" && tool.state !== "error") return <Decline tool={tool} onReply={onReply} />;
  const test = tool.state === "ok" ? testIn(tool.result) : null;
  return (
    <div>
      <ToolCard tool={tool} waiting={waiting} />
      {test && (
        <div className="tool-link">
          <GoLink change={{ tab: "tests", test, run: undefined }}>Open the test</GoLink>
        </div>
      )}
    </div>
  );
}

const ENDS: Partial<Record<Turn["state"], string>> = {
  cancelled: "Stopped.",
  interrupted: "Interrupted.",
  failed: "This did not work.",
};

function TurnEnd({ turn, last, onRetry }: Props) {
  const end = ENDS[turn.state];
  if (!end) return null;
  return (
    <Group className="turn-end" data-state={turn.state} justify="space-between" gap="xs">
      <Text size="sm">
        <strong>{end}</strong> {turn.error}
      </Text>
      {last && onRetry && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<RotateCcw size={12} />}
          onClick={() => onRetry(turn.id)}
        >
          Retry
        </Button>
      )}
    </Group>
  );
}
