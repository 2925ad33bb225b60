import type { PartProps } from "./DraftForm";
import { FormPart } from "./FormPart";
import { ListField } from "./schema/ListField";
import { MapField } from "./schema/MapField";

const BEHAVIORS = {
  name: "expected_behaviors",
  label: "Expected behaviours",
  description: "One sentence each, judged one by one by the criterion `meetsExpectedBehaviors`.",
  required: false,
  shape: { is: "list", item: { is: "text", long: true } },
} as const;

const ATTRIBUTES = {
  name: "attributes",
  label: "Attributes",
  description:
    "Facts of this test. Texts may name them, as in `{{test_case.city}}`; lists are sorted and filtered by them. A value may be JSON.",
  required: false,
  shape: { is: "map", value: { is: "loose" } },
} as const;

/** What few tests need. */
export function MoreFields({ draft, change }: PartProps) {
  return (
    <FormPart title="More">
      <div className="field-grid">
        <ListField
          field={BEHAVIORS}
          value={draft.behaviors}
          onChange={(behaviors) => change({ behaviors })}
          path="expected_behaviors"
        />
        <MapField
          field={ATTRIBUTES}
          value={draft.attributes}
          onChange={(attributes) => change({ attributes })}
          path="attributes"
        />
      </div>
    </FormPart>
  );
}
