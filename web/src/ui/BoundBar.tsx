import { Text } from "@mantine/core";
import { boundText, type CriterionResult, floorPercent, ruleText } from "./bound";

const COLORS: Record<string, string> = {
  passed: "teal",
  failed: "red",
  incomplete: "yellow",
  no_result: "gray",
};

type Shown = Pick<
  CriterionResult,
  "kind" | "k" | "n" | "lower" | "score" | "threshold" | "planned" | "must_pass" | "verdict"
>;

/** How much is shown for sure: the lower bound of the pass rate with its n, and the mark it has to clear. */
export function BoundBar({ result, withRule = false }: { result: Shown; withRule?: boolean }) {
  const { kind, n, lower, threshold, planned, verdict } = result;
  const text = boundText(result);
  const rule = ruleText(result);
  const width = n > 0 && lower !== null ? floorPercent(lower) : 0;
  const lost = n > 0 && n < planned ? `${planned - n} of ${planned} runs gave no verdict` : null;
  return (
    <div className="bound">
      <div role="img" aria-label={`${kind}: ${text}${rule ? `; ${rule}` : ""}`} className="bound-track">
        <div className="bound-fill" data-color={COLORS[verdict]} style={{ width: `${width}%` }} />
        {threshold !== null && <div className="bound-mark" style={{ left: `${100 * threshold}%` }} />}
      </div>
      <Text component="span" size="xs" className="figures bound-text" c={n === 0 ? "dimmed" : undefined}>
        {text}
      </Text>
      {withRule && n > 0 && (
        <Text component="span" size="xs" c="dimmed" className="bound-rule">
          {lost ?? rule}
        </Text>
      )}
    </div>
  );
}
