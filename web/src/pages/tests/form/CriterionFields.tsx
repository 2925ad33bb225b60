import { Badge, Group, Text } from "@mantine/core";
import { useMemo } from "react";
import type { Criterion, Kind } from "./draft";
import { NamesContext, useProblem, useTools } from "./schema/form";
import { JsonField } from "./schema/JsonField";
import { RemoveButton } from "./schema/RemoveButton";
import { SchemaField } from "./schema/SchemaField";
import { type Field, fieldsOf, type JsonSchema } from "./schema/shape";
import { isValues, type Values } from "./schema/value";

interface Props {
  criterion: Criterion;
  /** What the service says of its kind; unknown if it has it no more. */
  kind: Kind | undefined;
  position: number;
  onChange: (values: Values) => void;
  onRemove: () => void;
}

/** One criterion, with the fields that the schema of its kind asks for. */
export function CriterionFields({ criterion, kind, position, onChange, onRemove }: Props) {
  const title = `Criterion ${position + 1}: ${kind?.title ?? criterion.kind}`;
  const error = useProblem(`criteria.${position}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card whose title stands beside its buttons
    <div role="group" aria-label={title} className="criterion-card">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap={8}>
          <Text fw={600} size="sm">
            {position + 1}. {kind?.title ?? criterion.kind}
          </Text>
          <Badge variant="light" color={kind?.checked_by === "model" ? "iris" : "gray"} className="badge">
            {kind?.checked_by === "model" ? "judged by a model" : "checked by code"}
          </Badge>
        </Group>
        <RemoveButton label={`Remove criterion ${position + 1}`} onClick={onRemove} />
      </Group>
      {kind && (
        <Text size="sm" c="dimmed">
          {kind.description}
        </Text>
      )}
      <KindFields criterion={criterion} kind={kind} position={position} onChange={onChange} />
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

type KindProps = Omit<Props, "onRemove">;

function KindFields({ criterion: { values }, kind, position, onChange }: KindProps) {
  const fields = useMemo(() => (kind ? ordered(fieldsOf(kind.parameters as JsonSchema)) : []), [kind]);
  const names = useParameters(values.tool);
  const path = `criteria.${position}`;
  if (!kind) {
    return (
      <JsonField
        field={{ name: "values", label: "Fields", description: "", required: false, shape: { is: "json" } }}
        value={values}
        onChange={(next) => onChange(isValues(next) ? next : { values: next })}
        path={path}
      />
    );
  }
  return (
    <NamesContext value={names}>
      <div className="field-grid">
        {fields.map((field) => (
          <SchemaField
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
            path={`${path}.${field.name}`}
          />
        ))}
      </div>
    </NamesContext>
  );
}

/** What the kind is about comes first; the threshold, which every kind has, last. */
function ordered(fields: Field[]): Field[] {
  const last = (field: Field) => field.name === "threshold";
  return [...fields.filter((field) => !last(field)), ...fields.filter(last)];
}

function useParameters(tool: Values[string]): string[] {
  const parameters = useTools().find(({ name }) => name === tool)?.parameters as JsonSchema | undefined;
  return Object.keys(parameters?.properties ?? {});
}
