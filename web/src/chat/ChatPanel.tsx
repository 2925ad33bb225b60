import { Center, Loader } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { api, type Schemas } from "../api/client";
import { useSession } from "../api/useSession";
import { NEW_THREAD } from "../search";
import { ChatHeader } from "./ChatHeader";
import { Composer } from "./Composer";
import { MessageList } from "./MessageList";
import { Starters } from "./Starters";
import { ThreadMenu } from "./ThreadMenu";
import { type Conversation, useConversation } from "./useConversation";

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

/** The docked conversation with the assistant about one agent. */
export function ChatPanel({ agent, chosen, onThread, suggestion, onSuggested }: Props) {
  const session = useSession();
  const threads = api.useQuery("get", "/api/agents/{agent}/threads", { params: { path: { agent } } });
  const items = newestFirst(threads.data?.items ?? []);
  const thread = chosen === NEW_THREAD ? undefined : (chosen ?? items[0]?.id);
  const talk = useConversation(agent, thread, onThread);
  const composer = useRef<HTMLTextAreaElement>(null);

  const onWrite = (text: string) => {
    talk.write(text);
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
  const { delivery } = talk;
  return (
    <section className="chat" aria-label="Assistant">
      <ChatHeader
        connection={thread ? talk.connection : null}
        offline={session.data?.offline ? OFFLINE_SENTENCE : null}
      >
        <ThreadMenu threads={items} thread={thread} onThread={onThread} onNew={() => onThread(NEW_THREAD)} />
      </ChatHeader>
      <Body talk={talk} loading={talk.loading || (threads.isPending && !chosen)} onWrite={onWrite} />
      <Composer
        ref={composer}
        text={delivery.outgoing?.text ?? talk.draft}
        onText={talk.write}
        onSend={talk.post}
        onStop={() => void talk.send({ type: "cancel" })}
        connected={talk.connected}
        running={talk.running}
        sending={delivery.outgoing !== null}
        refusal={delivery.refusal}
      />
    </section>
  );
}

function Body({
  talk,
  loading,
  onWrite,
}: {
  talk: Conversation;
  loading: boolean;
  onWrite: (text: string) => void;
}) {
  if (loading) {
    return (
      <Center flex={1}>
        <Loader aria-label="Loading the conversation" />
      </Center>
    );
  }
  if (talk.chat.turns.length === 0) return <Starters onAsk={talk.post} onWrite={onWrite} />;
  return (
    <MessageList
      chat={talk.chat}
      running={talk.running}
      answers={talk.answers}
      onAnswer={talk.answers.answer}
      onReply={talk.post}
      onRetry={(turn) => void talk.send({ type: "retry", turn_id: turn })}
    />
  );
}
