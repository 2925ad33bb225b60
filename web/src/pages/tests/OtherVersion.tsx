import { Text } from "@mantine/core";
import type { Test } from "../../api/useTests";

/** Names the version of a result that is not of the live one, which the health and a release speak about. */
export function OtherVersion({ of: latest }: { of: NonNullable<Test["latest"]> }) {
  if (!latest.other_version) return null;
  return (
    <Text size="xs" c="dimmed" component="span">
      on {latest.other_version}, not live
    </Text>
  );
}
