import { Text } from "@mantine/core";
import { Check, X } from "lucide-react";
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
  const rule = ruleText(result);
  const width = n > 0 && lower !== null ? floorPercent(lower) : 0;
  const lost = n > 0 && n < planned ? `${planned - n} of ${planned} runs gave no verdict` : null;
  const said = [boundText(result), n > 0 && OUTCOMES[verdict]?.word].filter(Boolean).join(", ");
  return (
    <div className="bound">
      <div
        role="img"
        aria-label={`${kind}: ${said}${rule ? `; ${rule}` : ""}`}
        className="bound-track"
        data-color={n > 0 ? COLORS[verdict] : "none"}
      >
        <div className="bound-fill" style={{ width: `${width}%` }} />
        {threshold !== null && <div className="bound-mark" style={{ left: `${100 * threshold}%` }} />}
      </div>
      <BoundText result={result} />
      {withRule && n > 0 && (
        <Text component="span" size="xs" c="dimmed" className="bound-rule">
          {lost ?? rule}
        </Text>
      )}
    </div>
  );
}

const OUTCOMES: Record<string, { word: string; Icon: typeof X }> = {
  passed: { word: "passed", Icon: Check },
  failed: { word: "failed", Icon: X },
};

/** The bound in words, with a sign that tells passed from failed without its colour. */
export function BoundText({ result }: { result: Pick<Shown, "k" | "n" | "lower" | "score" | "verdict"> }) {
  const { n, verdict } = result;
  const outcome = n > 0 ? OUTCOMES[verdict] : undefined;
  return (
    <Text
      component="span"
      size="xs"
      className="figures bound-text"
      c={n === 0 ? "dimmed" : undefined}
      data-verdict={n > 0 ? verdict : undefined}
    >
      {outcome && <outcome.Icon size={13} strokeWidth={3} aria-hidden data-outcome={outcome.word} />}
      {boundText(result)}
    </Text>
  );
}
