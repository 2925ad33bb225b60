import { Text } from "@mantine/core";
import { useAway } from "../api/away";

/** Why nothing can be started or stopped while the service is away; named by `id` at what is disabled for it. */
export function Away({ id }: { id: string }) {
  return useAway() ? (
    <Text id={id} role="status" size="sm" c="var(--mantine-color-error)">
      The service does not answer. Nothing can be started or stopped until it does.
    </Text>
  ) : null;
}
