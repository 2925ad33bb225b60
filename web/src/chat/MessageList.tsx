import { Group, Loader, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { Chat } from "./events";
import { groupsOf, Replaced } from "./Replaced";
import { type TurnActions, TurnView } from "./TurnView";

const NEAR_END = 120;

interface Props extends TurnActions {
  chat: Chat;
  running: boolean;
}

/** The conversation; it follows its end unless the person scrolled up to read. */
export function MessageList({ chat, running, ...actions }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const { notices } = actions.answers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each event or notice may have made the list longer
  useEffect(() => {
    if (atEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [chat.seq, notices]);

  const onScroll = () => {
    const at = box.current;
    if (at) atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_END;
  };
  const last = chat.turns.at(-1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div ref={box} className="messages" role="log" aria-label="Conversation" tabIndex={0} onScroll={onScroll}>
      {groupsOf(chat.turns).map(([first, ...more]) =>
        first.replaced ? (
          <Replaced key={first.id} turns={[first, ...more]} {...actions} />
        ) : (
          <TurnView key={first.id} turn={first} last={first === last} {...actions} />
        ),
      )}
      {running && !last?.items.some((item) => item.kind === "said" && item.open && item.text) && (
        <Group gap={8} className="thinking">
          <Loader size="xs" type="dots" aria-hidden />
          <Text size="xs" c="dimmed">
            Working on it…
          </Text>
        </Group>
      )}
    </div>
  );
}
