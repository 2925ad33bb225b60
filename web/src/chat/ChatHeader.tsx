import { Group, Text, Title } from "@mantine/core";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import type { Connection } from "./useSocket";

const WORDS: Record<Connection, string> = {
  connecting: "Connecting…",
  open: "Connected",
  lost: "Connection lost. Trying again…",
  refused: "Not connected. Trying again…",
};

interface Props {
  connection: Connection | null;
  /** Why the service lets nobody in, where it does not. */
  reason: string;
  offline: string | null;
  children: ReactNode;
}

/** The head of the chat: whether it is live, which kind of model answers, and the way to other conversations. */
export function ChatHeader({ connection, reason, offline, children }: Props) {
  return (
    <div className="chat-header">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap={8} wrap="nowrap">
          <Sparkles size={18} aria-hidden className="accent" />
          <Title order={2} size="h5">
            Assistant
          </Title>
          {connection && (
            <Text size="xs" c="dimmed" role="status" className="connection" data-state={connection}>
              {connection === "refused" && reason ? reason : WORDS[connection]}
            </Text>
          )}
        </Group>
        <Group gap={2} wrap="nowrap">
          {children}
        </Group>
      </Group>
      {offline && (
        <Text size="xs" c="dimmed" mt={4}>
          {offline}
        </Text>
      )}
    </div>
  );
}
