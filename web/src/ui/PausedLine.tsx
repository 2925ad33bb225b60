import { Text } from "@mantine/core";
import type { Schemas } from "../api/client";
import { atTime } from "./when";

/** "Paused until 14:05: api.example.com asks to be left alone." Nothing once that time has come. */
export function PausedLine({ paused }: { paused: Schemas["Paused"] | null | undefined }) {
  if (!paused || new Date(paused.until) <= new Date()) return null;
  return (
    <Text size="xs" fw={550} mt={4} role="status">
      Paused until {atTime(paused.until)}: {paused.why}
    </Text>
  );
}
