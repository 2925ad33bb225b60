import { Stack, Text } from "@mantine/core";
import { NumberBox } from "../../../ui/NumberBox";
import type { PartProps } from "./DraftForm";
import type { Criterion, Kind } from "./draft";
import { FormPart } from "./FormPart";
import { SettingExplained } from "./SettingExplained";
import { useProblem } from "./schema/form";
import { needsModel, type Rule, rulesOf, type Setting } from "./settingRules";
import { useSetting } from "./useSetting";

/** How often it runs and when that is enough, with what such a setting can and cannot tell. */
export function SettingFields({ draft, change, kinds }: PartProps & { kinds: Kind[] }) {
  const judged = needsModel(draft, kinds);
  const usual = useSetting({ runs: null, threshold: null, judged });
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
        {rulesOf(draft, kinds).map((rule, _, rules) => (
          <SettingExplained
            key={rule.own?.id ?? rule.label}
            rule={rule}
            label={rules.length > 1 ? rule.label : null}
            runs={draft.runs ?? usual?.runs ?? null}
            onRuns={(runs) => change({ runs })}
            onThreshold={(threshold) => onThreshold(rule, threshold)}
          />
        ))}
      </Stack>
    </FormPart>
  );
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
            ? `Pass rate from 0 to 1 that must be shown for sure. Left empty: ${usual?.threshold ?? "the usual one"}.`
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
