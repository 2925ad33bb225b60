import { Progress, Text } from "@mantine/core";

interface Counts {
  planned: number;
  done: number;
  passed: number;
  failed: number;
  could_not_judge?: number;
  could_not_run?: number;
  cancelled?: number;
}

/** "12 of 20 runs done · 10 passed · 2 failed", naming only what there is. */
export function countsText(counts: Counts): string {
  const parts: [number | undefined, string][] = [
    [counts.passed, "passed"],
    [counts.failed, "failed"],
    [counts.could_not_judge, "could not be judged"],
    [counts.could_not_run, "could not run"],
    [counts.cancelled, "cancelled"],
  ];
  const named = parts.filter(([number]) => number).map(([number, word]) => `${number} ${word}`);
  return [`${counts.done} of ${counts.planned} runs done`, ...named].join(" · ");
}

/** How far a batch is. */
export function CountsBar({ counts, label }: { counts: Counts; label: string }) {
  const { planned, done, passed, failed } = counts;
  const share = (number: number) => (planned ? (100 * number) / planned : 0);
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={planned}
        aria-valuenow={done}
        aria-valuetext={countsText(counts)}
      >
        <Progress.Root size={6} aria-hidden>
          <Progress.Section value={share(passed)} color="teal" withAria={false} />
          <Progress.Section value={share(failed)} color="red" withAria={false} />
          <Progress.Section
            value={share(Math.max(0, done - passed - failed))}
            color="yellow"
            withAria={false}
          />
        </Progress.Root>
      </div>
      <Text size="xs" c="dimmed" mt={4} className="figures">
        {countsText(counts)}
      </Text>
    </div>
  );
}
