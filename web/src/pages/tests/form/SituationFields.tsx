import { Button, SegmentedControl, Stack, Textarea } from "@mantine/core";
import { Plus } from "lucide-react";
import type { PartProps } from "./DraftForm";
import { type Message, newMessage } from "./draft";
import { FormPart } from "./FormPart";
import { useProblem } from "./schema/form";
import { RemoveButton } from "./schema/RemoveButton";

const ROLES = [
  { value: "user", label: "User" },
  { value: "assistant", label: "Agent" },
];

/** The messages that stand before the agent's first move. */
export function SituationFields({ draft: { messages }, change }: PartProps) {
  const all = useProblem("situation");
  const none = useProblem("situation.messages");
  const to = (next: Message[]) => change({ messages: next });
  const replace = (changed: Message) =>
    to(messages.map((message) => (message.id === changed.id ? changed : message)));
  return (
    <FormPart
      title="Situation"
      about="What the user says. The agent answers the last message; earlier ones come first."
      error={all ?? none}
    >
      <Stack gap="sm">
        {messages.map((message, position) => (
          <MessageField
            key={message.id}
            message={message}
            position={position}
            onChange={replace}
            onRemove={
              messages.length > 1 ? () => to(messages.filter(({ id }) => id !== message.id)) : undefined
            }
          />
        ))}
      </Stack>
      <Button
        size="compact-sm"
        variant="subtle"
        className="add-button"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => to([...messages, newMessage()])}
      >
        Add a message
      </Button>
    </FormPart>
  );
}

interface MessageProps {
  message: Message;
  position: number;
  onChange: (message: Message) => void;
  onRemove: (() => void) | undefined;
}

function MessageField({ message, position, onChange, onRemove }: MessageProps) {
  const error = useProblem(`situation.messages.${position}`, true);
  return (
    <div className="list-row">
      <Textarea
        label={`Message ${position + 1}`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={10}
        error={error}
        value={message.text}
        onChange={({ currentTarget }) => onChange({ ...message, text: currentTarget.value })}
      />
      <SegmentedControl
        size="xs"
        className="row-role"
        aria-label={`Who says message ${position + 1}`}
        data={ROLES}
        value={message.role}
        onChange={(role) => onChange({ ...message, role: role as Message["role"] })}
      />
      {onRemove && <RemoveButton label={`Remove message ${position + 1}`} onClick={onRemove} />}
    </div>
  );
}
