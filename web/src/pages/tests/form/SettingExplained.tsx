import { Button, Group, Text } from "@mantine/core";
import type { Setting } from "./settingRules";

interface Props {
  setting: Setting;
  /** Which criteria it is about, where they ask for different things. */
  label: string | null;
  onRuns: (runs: number) => void;
  onThreshold: (threshold: number) => void;
}

/** What a setting asks for, or why it can never be met and which numbers would work. */
export function SettingExplained({ setting, label, onRuns, onThreshold }: Props) {
  return (
    <div className="setting" data-ok={setting.ok}>
      {label && (
        <Text size="xs" fw={600} c="dimmed">
          {label}
        </Text>
      )}
      <Text fw={600} size="sm">
        {setting.message}
      </Text>
      {setting.sentences.map((sentence) => (
        <Text key={sentence} size="sm" c="dimmed">
          {sentence}
        </Text>
      ))}
      <Ways setting={setting} onRuns={onRuns} onThreshold={onThreshold} />
    </div>
  );
}

type WaysProps = Pick<Props, "setting" | "onRuns" | "onThreshold">;

/** The numbers that would work, or the next one worth having, to take with one press. */
function Ways({ setting, onRuns, onThreshold }: WaysProps) {
  const { ok, code, n_min: least, t_max: highest, next_runs: next } = setting;
  const runs = ok ? next : code === "needs_more_runs" ? least : null;
  const threshold = ok ? null : highest;
  if (runs === null && threshold === null) return null;
  return (
    <Group gap={8} mt={6}>
      {runs !== null && (
        <Button size="compact-sm" variant={ok ? "default" : "filled"} onClick={() => onRuns(runs)}>
          Use {runs} runs
        </Button>
      )}
      {threshold !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onThreshold(threshold)}>
          Use threshold {threshold}
        </Button>
      )}
    </Group>
  );
}
