import { Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { NumberBox } from "../../../../ui/NumberBox";
import { described } from "./Described";
import { useProblem, useTools } from "./form";
import type { FieldProps } from "./SchemaField";
import type { Field } from "./shape";
import type { Value } from "./value";

/** Fields that name a tool of the agent, in whatever kind they occur. */
const TOOL_FIELDS = new Set(["tool", "tools", "before", "after"]);

function common({ label, description, required }: Field) {
  return { label, description: described(description), withAsterisk: required };
}

const textIn = (value: Value) => (typeof value === "string" ? value : "");

export function TextField(props: FieldProps<"text">) {
  const { field, value, onChange, path } = props;
  const error = useProblem(path, true);
  const tools = useTools();
  if (TOOL_FIELDS.has(field.name) && tools.length > 0) return <ToolField {...props} />;
  const given = {
    ...common(field),
    error,
    value: textIn(value),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(event.currentTarget.value || undefined),
  };
  return field.shape.long ? (
    <Textarea autosize minRows={1} maxRows={8} {...given} />
  ) : (
    <TextInput {...given} />
  );
}

function ToolField({ field, value, onChange, path }: FieldProps<"text">) {
  const error = useProblem(path, true);
  const names = useTools().map(({ name }) => name);
  const chosen = textIn(value);
  // A tool that the agent has no more stays visible, so that it can be seen and replaced.
  const data = chosen && !names.includes(chosen) ? [...names, chosen] : names;
  return (
    <Select
      {...common(field)}
      error={error}
      placeholder={field.required ? "Choose a tool" : "Any"}
      data={data}
      value={chosen || null}
      searchable={names.length > 8}
      clearable={!field.required}
      allowDeselect={!field.required}
      clearButtonProps={{ "aria-label": `Clear ${field.label}` }}
      onChange={(name) => onChange(name ?? undefined)}
    />
  );
}

export function NumberField({ field, value, onChange, path }: FieldProps<"number">) {
  const error = useProblem(path, true);
  return (
    <NumberBox
      {...common(field)}
      error={error}
      allowDecimal={!field.shape.whole}
      hideControls={!field.shape.whole}
      value={typeof value === "number" ? value : null}
      onChange={onChange}
    />
  );
}

export function FlagField({ field, value, onChange, path }: FieldProps<"flag">) {
  const error = useProblem(path, true);
  const { initially, onlyTrue } = field.shape;
  return (
    <Checkbox
      className="flag-field"
      label={field.label}
      description={described(field.description)}
      error={error}
      checked={typeof value === "boolean" ? value : initially}
      onChange={({ currentTarget: { checked } }) => onChange(checked || !onlyTrue ? checked : undefined)}
    />
  );
}

export function ChoiceField({ field, value, onChange, path }: FieldProps<"choice">) {
  const error = useProblem(path, true);
  const { options, initially } = field.shape;
  const settled = field.required || initially !== null;
  return (
    <Select
      {...common(field)}
      error={error}
      data={options}
      placeholder={settled ? undefined : "Not set"}
      value={textIn(value) || initially}
      clearable={!settled}
      allowDeselect={!settled}
      clearButtonProps={{ "aria-label": `Clear ${field.label}` }}
      onChange={(option) => onChange(option ?? undefined)}
    />
  );
}
