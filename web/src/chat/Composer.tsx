import { ActionIcon, Button, Group, Paper, Text, Textarea } from "@mantine/core";
import { ArrowUp, Square } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";

export const LONGEST = 20_000;
const COUNT_FROM = 18_000;
const ERROR = "var(--mantine-color-error)";

interface Props {
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => void;
  onStop: () => void;
  connected: boolean;
  running: boolean;
  sending: boolean;
  refusal: string | null;
  /** Gives up saying an earlier message anew; null while that is not being done. */
  onLeaveEdit: (() => void) | null;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Characters as the service counts them: one per code point, not per UTF-16 half. */
const lengthOf = (text: string) => (text.length > COUNT_FROM / 2 ? [...text].length : text.length);

function hintOf({ refusal, connected, sending, running }: Props, length: number): string | null {
  if (refusal) return refusal;
  if (length > LONGEST)
    return `Shorten it by ${(length - LONGEST).toLocaleString("en-US")} characters to send it.`;
  if (!connected) return "Not connected. Your text is kept here.";
  if (sending) return "Sending…";
  return running ? "The assistant is working. Stop it to send something else." : null;
}

/** Where a message is written. Enter sends, Shift+Enter starts a new line; the text stays until it has arrived. */
export function Composer(props: Props) {
  const { text, onText, onSend, onStop, connected, running, sending, refusal, onLeaveEdit } = props;
  const length = lengthOf(text);
  const ready = connected && !running && !sending && text.trim() !== "" && length <= LONGEST;
  const hint = hintOf(props, length);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && onLeaveEdit) {
      // It is answered: the chat itself stays open.
      event.preventDefault();
      return onLeaveEdit();
    }
    // Enter that ends the composition of a character (Chinese, Japanese, …) is not a wish to send.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (ready) onSend(text);
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSend(text);
      }}
    >
      {onLeaveEdit && <EditNote onLeave={onLeaveEdit} />}
      <Paper withBorder radius="lg" className="composer-box">
        <Textarea
          ref={props.ref}
          aria-label="Message to the assistant"
          placeholder="Describe a test, or ask something…"
          variant="unstyled"
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          readOnly={sending}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Group justify="space-between" gap="xs" wrap="nowrap" align="end">
          <Text role="status" size="xs" c={refusal || length > LONGEST ? ERROR : "dimmed"}>
            {hint ?? "Enter sends, Shift + Enter starts a new line."}
          </Text>
          <Group gap={8} wrap="nowrap">
            {length > COUNT_FROM && (
              <Text size="xs" c={length > LONGEST ? ERROR : "dimmed"} className="figures">
                {length.toLocaleString("en-US")} / {LONGEST.toLocaleString("en-US")}
              </Text>
            )}
            {running ? (
              <ActionIcon
                size="lg"
                radius="xl"
                color="gray"
                variant="light"
                aria-label="Stop"
                onClick={onStop}
              >
                <Square size={14} fill="currentColor" />
              </ActionIcon>
            ) : (
              <ActionIcon
                type="submit"
                size="lg"
                radius="xl"
                aria-label="Send"
                disabled={!ready}
                loading={sending}
              >
                <ArrowUp size={18} />
              </ActionIcon>
            )}
          </Group>
        </Group>
      </Paper>
    </form>
  );
}

function EditNote({ onLeave }: { onLeave: () => void }) {
  return (
    <Group className="edit-note" justify="space-between" wrap="nowrap" gap="xs" align="start">
      <Text size="xs" role="note">
        <strong>You are editing an earlier message.</strong> Sent anew, it takes the place of the old one and
        of what followed. What was drafted, run or decided meanwhile stays. A draft that is left over can then
        be discarded.
      </Text>
      <Button size="compact-xs" variant="default" flex="none" onClick={onLeave}>
        Cancel
      </Button>
    </Group>
  );
}
