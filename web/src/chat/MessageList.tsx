import { Button, Group, Loader, Text } from "@mantine/core";
import { ArrowDown } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { Chat } from "./events";
import { groupsOf, Replaced } from "./Replaced";
import { type TurnActions, TurnView } from "./TurnView";

const NEAR_END = 120;

interface Props extends TurnActions {
  agent: string;
  chat: Chat;
  running: boolean;
  /** A message of this person is on its way. */
  sending: boolean;
}

/** Keeps the end of a list in sight until the person scrolls up; what comes then is said to be `unseen`. */
function useEnd(seq: number, notices: unknown, sending: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [unseen, setUnseen] = useState(false);

  const toEnd = () => {
    atEnd.current = true;
    setUnseen(false);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  // Before the browser tells of the last scroll: by then the list may have grown past it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each event or notice may have made the list longer
  useLayoutEffect(() => {
    if (atEnd.current) toEnd();
    else setUnseen(true);
  }, [seq, notices]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it begins
  useLayoutEffect(() => {
    if (sending) toEnd();
  }, [sending]);

  const onScroll = () => {
    const at = box.current;
    if (!at) return;
    atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_END;
    if (atEnd.current) setUnseen(false);
  };
  const onLatest = () => {
    toEnd();
    // The button goes away: the keyboard goes on where the new text stands.
    box.current?.focus();
  };
  return { box, unseen, onScroll, onLatest };
}

/** The conversation; it follows its end unless the person scrolled up to read. */
export function MessageList({ agent, chat, running, sending, ...actions }: Props) {
  const { notices } = actions.answers;
  const { box, unseen, onScroll, onLatest } = useEnd(chat.seq, notices, sending);
  const last = chat.turns.at(-1);
  const others = chat.turns.filter(({ replaced }) => !replaced);
  return (
    <div className="talk">
      <div
        ref={box}
        className="messages"
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {groupsOf(chat.turns).map(([first, ...more]) =>
          first.replaced ? (
            <Replaced key={first.id} agent={agent} turns={[first, ...more]} others={others} {...actions} />
          ) : (
            <TurnView key={first.id} agent={agent} turn={first} last={first === last} {...actions} />
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
      {unseen && (
        <Button
          className="latest"
          size="compact-sm"
          radius="xl"
          leftSection={<ArrowDown size={14} />}
          onClick={onLatest}
        >
          Latest
        </Button>
      )}
    </div>
  );
}
