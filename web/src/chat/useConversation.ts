import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client";
import { sentenceOf } from "../api/errors";
import { useRefresh } from "../api/useRefresh";
import { refused } from "../ui/tell";
import { isRunning } from "./questions";
import { useAnswers } from "./useAnswers";
import { useChat } from "./useChat";
import { useDelivery, useOutgoing } from "./useDelivery";
import { useDraft } from "./useDraft";
import { useEditing } from "./useEditing";

/** Commands whose refusal has no place of its own on the page. */
const STEERING = new Set(["cancel", "retry"]);
const SESSION = { queryKey: ["get", "/api/session"] };

/** Everything the chat panel needs of one thread; without a thread, the first message makes one. */
export function useConversation(agent: string, thread: string | undefined, onThread: (id: string) => void) {
  const editing = useEditing(thread ?? `new.${agent}`);
  const [draft, write] = useDraft(editing.place);
  const client = useQueryClient();
  const refresh = useRefresh();
  const delivery = useDelivery((from) => {
    // The first message names the conversation, and each one moves it up in the list.
    refresh();
    if (from === null) return;
    write("", from);
    editing.end();
  });
  const line = useChat(thread, {
    onNotice: (notice) => {
      delivery.onNotice(notice);
      answers.onNotice(notice);
      if (notice.type === "refused" && STEERING.has(notice.command)) refused(new Error(notice.detail ?? ""));
    },
    onRecords: refresh,
    onLost: () => {
      answers.onLost();
      // A refused handshake and a lost line look alike here; a session that ended leads to the sign-in page.
      void client.invalidateQueries(SESSION);
    },
  });
  const answers = useAnswers(line.send);
  useOutgoing(delivery, line);
  const newThread = api.useMutation("post", "/api/agents/{agent}/threads", { meta: { shownInPlace: true } });

  const post = async (text: string, from: string | null, replaces: string | null) => {
    delivery.post(text, from, replaces);
    if (thread) return;
    try {
      const made = await newThread.mutateAsync({ params: { path: { agent } }, body: {} });
      refresh();
      onThread(made.id);
    } catch (error) {
      delivery.refuse(sentenceOf(error));
    }
  };
  const edit = (turn: string, text: string) => {
    delivery.forget();
    write(text, editing.placeOf(turn));
    editing.begin(turn);
  };
  const leaveEdit = () => {
    delivery.forget();
    editing.end();
  };
  const running = isRunning(line.chat);
  return {
    ...line,
    connected: !thread || line.connection === "open",
    running,
    draft,
    write,
    delivery,
    answers,
    editing: editing.turn,
    edit,
    leaveEdit,
    /** Sends what stands in the composer. */
    submit: (text: string) => void post(text, editing.place, editing.turn),
    /** Sends a text that was picked, not written. */
    reply: (text: string) => void post(text, null, null),
  };
}

export type Conversation = ReturnType<typeof useConversation>;
