import { Button, Center } from "@mantine/core";
import { MessageCircleOff } from "lucide-react";
import { Empty } from "../ui/Empty";

/** The address names a conversation that the service does not have. */
export function NoSuchThread({ onNew }: { onNew: (() => void) | null }) {
  return (
    <Center flex={1} p="md" role="status">
      <Empty
        icon={MessageCircleOff}
        title="There is no such conversation"
        action={
          onNew && (
            <Button mt="md" onClick={onNew}>
              Start a new conversation
            </Button>
          )
        }
      >
        The address may be mistyped, or from another installation. Your other conversations are under the
        clock above.
      </Empty>
    </Center>
  );
}
