import { Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { NumberBox } from "../../../ui/NumberBox";
import type { PartProps } from "./DraftForm";
import type { Criterion, Kind } from "./draft";
import { FormPart } from "./FormPart";
import { SettingExplained } from "./SettingExplained";
import { useProblem } from "./schema/form";
import { type Demand, demandsOf, needsModel, type Rule, rulesOf, type Setting } from "./settingRules";
import { useSetting, useSettings } from "./useSetting";

const SETTLED_MS = 250;

/** How often it runs and when that is enough, with what such a setting can and cannot tell. */
export function SettingFields({ draft, change, kinds }: PartProps & { kinds: Kind[] }) {
  const judged = needsModel(draft, kinds);
  const usual = useSetting({ runs: null, threshold: null, judged });
  const demands = useDemands(rulesOf(draft, kinds), draft.runs ?? usual?.runs ?? null);
  const ownThreshold = ({ id }: Criterion, threshold: number) =>
    change({
      criteria: draft.criteria.map((one) =>
        one.id === id ? { ...one, values: { ...one.values, threshold } } : one,
      ),
    });
  const onThreshold = (rule: Rule, threshold: number) =>
    rule.own ? ownThreshold(rule.own, threshold) : change({ threshold });
  return (
    <FormPart title="When it passes">
      <Numbers draft={draft} change={change} judged={judged} usual={usual} />
      {draft.criteria.length === 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          Add a criterion to see what these numbers ask for.
        </Text>
      )}
      <Stack gap="xs" mt="md" role="status" aria-label="What this setting asks for">
        {demands.map(({ rules: [rule, ...others], setting }, _, { length }) => (
          <SettingExplained
            key={rule.own?.id ?? rule.label}
            setting={setting}
            label={length > 1 ? [rule, ...others].map((one) => one.label).join(" · ") : null}
            onRuns={(runs) => change({ runs })}
            onThreshold={(threshold) => onThreshold(rule, threshold)}
          />
        ))}
      </Stack>
    </FormPart>
  );
}

/** What the rules ask for, once nobody is typing. */
function useDemands(rules: Rule[], runs: number | null): Demand[] {
  const [settled] = useDebouncedValue(JSON.stringify({ rules, runs }), SETTLED_MS);
  const asked: { rules: Rule[]; runs: number | null } = JSON.parse(settled);
  const questions = asked.rules.map(({ threshold, judged }) => ({ runs: asked.runs, threshold, judged }));
  return demandsOf(asked.rules, useSettings(questions));
}

type NumbersProps = PartProps & { judged: boolean; usual: Setting | undefined };

function Numbers({ draft, change, judged, usual }: NumbersProps) {
  return (
    <div className="field-grid">
      <NumberBox
        label="Runs"
        description={`How often the agent is tried. Left empty: ${usual?.runs ?? "the usual number"}.`}
        allowDecimal={false}
        error={useProblem("runs")}
        value={draft.runs}
        onChange={(runs) => change({ runs: runs ?? null })}
      />
      <NumberBox
        label="Threshold"
        description={
          judged
            ? `Pass rate above 0 and below 1 that must be shown for sure. Left empty: ${usual?.threshold ?? "the usual one"}.`
            : "Only for criteria judged by a model; for those checked by code every run must pass."
        }
        step={0.05}
        error={useProblem("threshold")}
        value={draft.threshold}
        onChange={(threshold) => change({ threshold: threshold ?? null })}
      />
    </div>
  );
}
