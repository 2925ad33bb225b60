import { Button, Stack, Text } from "@mantine/core";
import { MessageCircleQuestion, Signpost } from "lucide-react";
import type { ReactNode } from "react";
import type { ToolUse } from "./events";
import { argument, textsIn } from "./toolResult";

interface Props {
  tool: ToolUse;
  /** Null while a reply could not be sent. */
  onReply: ((text: string) => void) | null;
}

/** A question back, with answers to pick. */
export function Question({ tool, onReply }: Props) {
  const question = argument(tool.args, "question");
  return (
    <Choices
      label="Question"
      icon={<MessageCircleQuestion size={18} aria-hidden />}
      text={typeof question === "string" ? question : ""}
      choices={textsIn(argument(tool.args, "options"))}
      onReply={onReply}
    />
  );
}

/** A refusal, with what would work instead. */
export function Decline({ tool, onReply }: Props) {
  const reason = argument(tool.args, "reason");
  return (
    <Choices
      label="Declined"
      icon={<Signpost size={18} aria-hidden />}
      text={typeof reason === "string" ? reason : ""}
      choices={textsIn(argument(tool.args, "alternatives"))}
      lead="What would work instead"
      onReply={onReply}
    />
  );
}

interface ChoicesProps {
  label: string;
  icon: ReactNode;
  text: string;
  choices: string[];
  lead?: string;
  onReply: Props["onReply"];
}

const ID = /^test_\w+: (?=\S)/;

/** Without the ids in front of tests' names, unless it takes them to tell the names apart. */
export function named(choices: string[]): string[] {
  const names = choices.map((choice) => choice.replace(ID, ""));
  return new Set(names).size === names.length ? names : choices;
}

function Choices({ label, icon, text, choices, lead, onReply }: ChoicesProps) {
  if (!text) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: replies in a talk are no set of form fields
    <section role="group" aria-label={label} className="choices">
      <div className="choices-text">
        {icon}
        <Text size="sm" className="verbatim">
          {text}
        </Text>
      </div>
      {choices.length > 0 && (
        <Stack gap={6} align="flex-start">
          {lead && (
            <Text size="xs" fw={600} c="dimmed">
              {lead}
            </Text>
          )}
          {named(choices).map((choice) => (
            <Button
              key={choice}
              size="compact-sm"
              variant="default"
              className="choice"
              disabled={!onReply}
              onClick={() => onReply?.(choice)}
            >
              {choice}
            </Button>
          ))}
        </Stack>
      )}
    </section>
  );
}
