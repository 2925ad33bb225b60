import { ActionIcon, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { Check, Copy, PencilLine } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { refused } from "../ui/tell";
import type { Said } from "./events";
import { Markdown } from "./Markdown";

interface Props {
  said: Said;
  /** It was cut off, and what stands below was written in its place. */
  gaveWay: boolean;
  /** Null where it cannot be said anew. */
  onEdit: ((text: string) => void) | null;
}

/** What one side said, with what can be done with it. */
export function Message({ said, gaveWay, onEdit }: Props) {
  if (said.role === "user") {
    return (
      <div className="message" data-role="user">
        <div className="said-user verbatim">{said.text}</div>
        <div className="message-actions">
          <CopyText text={said.text} label="Copy your message" />
          {onEdit && (
            <Action label="Edit and send again" onClick={() => onEdit(said.text)}>
              <PencilLine size={14} />
            </Action>
          )}
        </div>
      </div>
    );
  }
  if (!said.text && !said.open) return null;
  return (
    <div className="message" data-gave-way={gaveWay || undefined}>
      <div className="said-assistant" aria-busy={said.open}>
        <Markdown text={said.text} />
      </div>
      {gaveWay && (
        <Text size="xs" c="dimmed" role="note">
          Stopped here. The answer below replaces it.
        </Text>
      )}
      {!said.open && (
        <div className="message-actions">
          <CopyText text={said.text} label="Copy the answer" />
        </div>
      )}
    </div>
  );
}

const NO_COPY = new Error(
  "This browser does not let the page copy here: select the text and copy it yourself.",
);

function CopyText({ text, label }: { text: string; label: string }) {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (error) refused(NO_COPY);
  }, [error]);
  return (
    <Action label={copied ? "Copied" : label} onClick={() => copy(text)}>
      {copied ? <Check size={14} /> : <Copy size={14} />}
    </Action>
  );
}

interface ActionProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function Action({ label, onClick, children }: ActionProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
