import { ActionIcon, Menu, ScrollArea, Text } from "@mantine/core";
import { History, SquarePen } from "lucide-react";
import type { Schemas } from "../api/client";
import { atMinute } from "../ui/when";

interface Props {
  threads: Schemas["ThreadView"][];
  thread: string | undefined;
  onThread: (id: string) => void;
  /** Null for those who may only read. */
  onNew: (() => void) | null;
}

/** The conversations of this agent, newest first. */
export function ThreadMenu({ threads, thread, onThread, onNew }: Props) {
  return (
    <>
      {onNew && (
        <ActionIcon variant="subtle" color="gray" aria-label="New conversation" onClick={onNew}>
          <SquarePen size={18} />
        </ActionIcon>
      )}
      <Menu position="bottom-end" width={300} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="Conversations">
            <History size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ScrollArea.Autosize mah={360} type="auto">
            {threads.length === 0 && <Menu.Item disabled>No conversation yet</Menu.Item>}
            {threads.map(({ id, title, updated_at }) => (
              <Menu.Item key={id} onClick={() => onThread(id)} aria-current={id === thread || undefined}>
                <Text size="sm" fw={id === thread ? 650 : 400} truncate>
                  {title || "Untitled conversation"}
                </Text>
                <Text size="xs" c="dimmed">
                  {atMinute(updated_at)}
                </Text>
              </Menu.Item>
            ))}
          </ScrollArea.Autosize>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
