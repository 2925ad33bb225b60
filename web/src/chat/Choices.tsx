import { Button, Stack, Text } from "@mantine/core";
import { MessageCircleQuestion, Signpost } from "lucide-react";
import type { ReactNode } from "react";
import { toldApart } from "../ui/apart";
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

/** Why it is not possible as asked, with what would work instead. */
export function Decline({ tool, onReply }: Props) {
  const reason = argument(tool.args, "reason");
  return (
    <Choices
      label="Not possible as asked"
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

const ID = /^(test_\w+): (?=\S)/;

interface Choice {
  label: string;
  says: string;
}

/** Tests by their names, without the ids in front; where a name does not tell them apart, it takes the id to say which. */
export function named(choices: string[]): Choice[] {
  const apart = toldApart(
    choices.map((choice) => ({ id: ID.exec(choice)?.[1] ?? choice, name: choice.replace(ID, "") })),
  );
  return apart.map(({ name, clash, called }, position) => {
    const whole = choices[position] ?? name;
    return clash && ID.test(whole) ? { label: called, says: whole } : { label: name, says: name };
  });
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
          {named(choices).map(({ label: shown, says }) => (
            <Button
              key={says}
              size="compact-sm"
              variant="default"
              className="choice"
              disabled={!onReply}
              onClick={() => onReply?.(says)}
            >
              {shown}
            </Button>
          ))}
        </Stack>
      )}
    </section>
  );
}
