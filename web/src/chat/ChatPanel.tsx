import { Text } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { api, type Schemas } from "../api/client";
import { useMay } from "../api/useMay";
import { useSession } from "../api/useSession";
import { NEW_THREAD } from "../search";
import { ChatBody } from "./ChatBody";
import { ChatHeader } from "./ChatHeader";
import { Composer } from "./Composer";
import { NoSuchThread } from "./NoSuchThread";
import { ThreadMenu } from "./ThreadMenu";
import { useConversation } from "./useConversation";
import { useMissing } from "./useMissing";

export const OFFLINE_SENTENCE =
  "offline model: reads plain descriptions; connect a model for free conversation";

const AFTER_MENU_MS = 100;

interface Props {
  agent: string;
  /** The thread that the address names, if it does. */
  chosen: string | undefined;
  onThread: (id: string) => void;
  /** A text that another part of the page puts into the composer, once. */
  suggestion: string | null;
  onSuggested: () => void;
}

function newestFirst(threads: Schemas["ThreadView"][]): Schemas["ThreadView"][] {
  return [...threads].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
}

/** Which thread is shown: the chosen one if there is such a thing, else the newest. */
function useThread(agent: string, chosen: string | undefined) {
  const threads = api.useQuery("get", "/api/agents/{agent}/threads", { params: { path: { agent } } });
  const items = newestFirst(threads.data?.items ?? []);
  const named = chosen === NEW_THREAD ? undefined : chosen;
  const missing = useMissing(named, !threads.data || items.some(({ id }) => id === named));
  const newest = chosen === undefined ? items[0]?.id : undefined;
  return { items, missing, thread: missing ? undefined : (named ?? newest), pending: threads.isPending };
}

/** The docked conversation with the assistant about one agent. */
export function ChatPanel({ agent, chosen, onThread, suggestion, onSuggested }: Props) {
  const session = useSession();
  const may = useMay();
  const { items, missing, thread, pending } = useThread(agent, chosen);
  const talk = useConversation(agent, thread, onThread);
  const composer = useRef<HTMLTextAreaElement>(null);

  const onWrite = (text: string) => {
    talk.write(text);
    composer.current?.focus();
  };
  const onEdit = (turn: string, text: string) => {
    talk.edit(turn, text);
    composer.current?.focus();
  };
  const take = useEffectEvent((text: string) => {
    talk.write(text);
    // A menu that is closing gives the focus back to its button; the composer takes it after that.
    setTimeout(() => composer.current?.focus(), AFTER_MENU_MS);
    onSuggested();
  });
  useEffect(() => {
    if (suggestion !== null) take(suggestion);
  }, [suggestion]);
  const onNew = may.onlyRead ? null : () => onThread(NEW_THREAD);
  const { delivery } = talk;
  return (
    <section className="chat" aria-label="Assistant">
      <ChatHeader
        connection={thread ? talk.connection : null}
        reason={talk.reason}
        offline={session.data?.offline ? OFFLINE_SENTENCE : null}
      >
        <ThreadMenu threads={items} thread={thread} onThread={onThread} onNew={onNew} />
      </ChatHeader>
      {missing ? (
        <NoSuchThread onNew={onNew} />
      ) : (
        <ChatBody
          agent={agent}
          talk={talk}
          may={may}
          loading={talk.loading || (pending && !chosen)}
          onWrite={onWrite}
          onEdit={onEdit}
        />
      )}
      {may.onlyRead && (
        <Text size="sm" c="dimmed" className="composer" ta="center">
          You can read along. Writing to the assistant needs the role editor.
        </Text>
      )}
      {!may.onlyRead && !missing && (
        <Composer
          ref={composer}
          text={delivery.outgoing?.text ?? talk.draft}
          onText={talk.write}
          onSend={talk.submit}
          onStop={() => void talk.send({ type: "cancel" })}
          connected={talk.connected}
          running={talk.running}
          sending={delivery.outgoing !== null}
          refusal={delivery.refusal}
          onLeaveEdit={talk.editing ? talk.leaveEdit : null}
        />
      )}
    </section>
  );
}
