import { Button, Group, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Rule, Setting } from "./settingRules";
import { useSetting } from "./useSetting";

const SETTLED_MS = 250;

interface Props {
  rule: Rule;
  /** Which criteria it is about, where there are several rules. */
  label: string | null;
  runs: number | null;
  onRuns: (runs: number) => void;
  onThreshold: (threshold: number) => void;
}

/** What one rule asks for, or why it can never be met and which numbers would work. */
export function SettingExplained({ rule, label, runs, onRuns, onThreshold }: Props) {
  const { threshold, judged } = rule;
  const [asked] = useDebouncedValue({ runs, threshold, judged }, SETTLED_MS);
  const setting = useSetting(asked);
  if (!setting) return null;
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

type WaysProps = { setting: Setting } & Pick<Props, "onRuns" | "onThreshold">;

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
