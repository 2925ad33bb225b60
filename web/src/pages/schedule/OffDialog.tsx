import { Text } from "@mantine/core";
import { api } from "../../api/client";
import { Ask } from "../../ui/Ask";
import { done } from "../../ui/tell";

interface Props {
  agent: string;
  /** The time it keeps, for when it is turned on again. */
  at: string;
  onClose: () => void;
}

export function OffDialog({ agent, at, onClose }: Props) {
  const off = api.useMutation("put", "/api/agents/{agent}/schedule", {
    onSuccess: () => {
      done("The daily run is off.");
      onClose();
    },
  });
  return (
    <Ask
      title="Turn the daily run off?"
      yes="Turn off"
      danger
      busy={off.isPending}
      onYes={() => off.mutate({ params: { path: { agent } }, body: { at, enabled: false } })}
      onClose={onClose}
    >
      <Text size="sm">
        Nothing runs by itself any more. The days so far keep their results, and a run that goes on now is not
        stopped. The time stays: you can turn it on again here.
      </Text>
    </Ask>
  );
}
