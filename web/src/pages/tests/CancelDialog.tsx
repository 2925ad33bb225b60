import { Text } from "@mantine/core";
import { api, type Schemas } from "../../api/client";
import { Ask } from "../../ui/Ask";
import { done } from "../../ui/tell";

interface Props {
  batch: Schemas["BatchView"];
  title: string;
  onClose: () => void;
}

/** Asks before runs are cancelled: what was not run cannot be run later in the same batch. */
export function CancelDialog({ batch, title, onClose }: Props) {
  const cancel = api.useMutation("post", "/api/batches/{id}/cancel", {
    onSuccess: () => {
      done("Cancelled. Runs that had not started were left out.");
      onClose();
    },
  });
  return (
    <Ask
      title={`Cancel “${title}”?`}
      yes="Cancel runs"
      no="Keep running"
      danger
      busy={cancel.isPending}
      onYes={() => cancel.mutate({ params: { path: { id: batch.id } } })}
      onClose={onClose}
    >
      <Text size="sm">
        Runs that have not started are left out for good, so these may be too few to decide. What is finished
        is kept.
      </Text>
    </Ask>
  );
}
