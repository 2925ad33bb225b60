import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, type Schemas } from "../api/client";
import { Ask } from "../ui/Ask";

const LONGEST_TITLE = 60;

export function RenameDialog({ thread, onClose }: { thread: Schemas["ThreadView"]; onClose: () => void }) {
  const [title, setTitle] = useState(thread.title);
  const rename = api.useMutation("put", "/api/chat/{thread}", { onSuccess: onClose });
  const ready = title.trim() !== "";
  const send = () =>
    rename.mutate({ params: { path: { thread: thread.id } }, body: { title: title.trim() } });
  return (
    <Ask
      title="Rename this conversation"
      yes="Rename"
      busy={rename.isPending}
      disabled={!ready}
      onYes={send}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={LONGEST_TITLE}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && ready && send()}
      />
    </Ask>
  );
}
