import { Center, Loader } from "@mantine/core";
import type { May } from "../api/useMay";
import { MessageList } from "./MessageList";
import { Starters } from "./Starters";
import type { Conversation } from "./useConversation";

interface Props {
  agent: string;
  talk: Conversation;
  may: May;
  loading: boolean;
  onWrite: (text: string) => void;
  onEdit: (turn: string, text: string) => void;
}

/** The conversation, what an empty one offers, or that it is on its way. */
export function ChatBody({ agent, talk, may, loading, onWrite, onEdit }: Props) {
  if (loading) {
    return (
      <Center flex={1}>
        <Loader role="status" aria-label="Loading the conversation" />
      </Center>
    );
  }
  if (talk.chat.turns.length === 0)
    return <Starters onlyRead={may.onlyRead} onAsk={talk.reply} onWrite={onWrite} />;
  return (
    <MessageList
      agent={agent}
      chat={talk.chat}
      running={talk.running}
      sending={talk.delivery.outgoing !== null}
      answers={talk.answers}
      may={may}
      onAnswer={talk.answers.answer}
      onReply={may.onlyRead ? null : talk.reply}
      onEdit={may.onlyRead || talk.running || talk.delivery.outgoing ? null : onEdit}
      onRetry={may.onlyRead ? null : (turn) => void talk.send({ type: "retry", turn_id: turn })}
    />
  );
}
