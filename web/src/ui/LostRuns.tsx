import { Text } from "@mantine/core";

/** Why runs gave no result: without it, "no result" leaves a person guessing. */
export function LostRuns({ why }: { why: string | null | undefined }) {
  if (!why) return null;
  return (
    <Text size="sm" mt={6} className="lost-runs">
      <strong>Some runs gave no result:</strong> <span className="verbatim">{why}</span>
    </Text>
  );
}
