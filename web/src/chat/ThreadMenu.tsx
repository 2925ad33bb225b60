import { ActionIcon, Menu, Text } from "@mantine/core";
import { History, PencilLine, SquarePen } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "../api/client";
import { atMinute } from "../ui/when";
import { RenameDialog } from "./RenameDialog";

interface Props {
  threads: Schemas["ThreadView"][];
  thread: string | undefined;
  onThread: (id: string) => void;
  /** Null for those who may only read. */
  onNew: (() => void) | null;
}

/** The conversations of this agent, newest first. */
export function ThreadMenu({ threads, thread, onThread, onNew }: Props) {
  const [renaming, setRenaming] = useState(false);
  const open = threads.find(({ id }) => id === thread);
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
          <div className="thread-list">
            {/* Not disabled: a menu in which nothing takes the focus is not left with Escape. */}
            {threads.length === 0 && <Menu.Item c="dimmed">No conversation yet</Menu.Item>}
            {threads.map(({ id, title, updated_at }) => (
              <Menu.Item key={id} onClick={() => onThread(id)} aria-current={id === thread || undefined}>
                <Text size="sm" fw={id === thread ? 650 : 400} truncate title={title}>
                  {title || "Untitled conversation"}
                </Text>
                <Text size="xs" c="dimmed">
                  {atMinute(updated_at)}
                </Text>
              </Menu.Item>
            ))}
          </div>
          {onNew && open && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<PencilLine size={14} />} onClick={() => setRenaming(true)}>
                Rename this conversation
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {renaming && open && <RenameDialog thread={open} onClose={() => setRenaming(false)} />}
    </>
  );
}
