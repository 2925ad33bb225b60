import { Alert, Button, Group, Text } from "@mantine/core";
import { CircleAlert } from "lucide-react";

interface Props {
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Two people wrote the same draft: which of the two stays is for a person to say. */
export function ChangedMeanwhile({ onTakeTheirs, onKeepMine }: Props) {
  return (
    <Alert
      role="alert"
      color="orange"
      mb="sm"
      p="sm"
      icon={<CircleAlert size={18} aria-hidden />}
      title="Not saved: this draft was changed meanwhile"
    >
      <Text size="sm" mb="xs">
        Somebody else, or the assistant, saved it while you were writing. What you typed is still here.
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={onTakeTheirs}>
          Give up mine and show theirs
        </Button>
        <Button size="compact-sm" variant="default" onClick={onKeepMine}>
          Save mine over theirs
        </Button>
      </Group>
    </Alert>
  );
}
