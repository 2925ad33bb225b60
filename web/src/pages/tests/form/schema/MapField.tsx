import { Autocomplete, Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { useContext } from "react";
import { Fieldset } from "./Fieldset";
import { NamesContext, useProblem } from "./form";
import { RemoveButton } from "./RemoveButton";
import { type FieldProps, SchemaField } from "./SchemaField";
import type { Shape } from "./shape";
import { useRows } from "./useRows";
import { isBlank, isValues, type Json, Unfinished, type Value } from "./value";

interface Entry {
  name: string;
  value: Value;
}

/** The object that the entries make, or why they make none yet. */
function objectOf(entries: Entry[], shape: Shape): Value {
  const used = entries.filter(({ name, value }) => name.trim() || !isBlank(value));
  if (used.length === 0) return undefined;
  const made = Object.fromEntries(used.map((entry) => [entry.name.trim(), filled(entry, shape)]));
  const raw = JSON.parse(JSON.stringify(made)) as Json;
  if (used.some(({ name }) => !name.trim())) return new Unfinished("Give each entry a name.", raw);
  if (Object.keys(made).length < used.length) return new Unfinished("Two entries have the same name.", raw);
  return made;
}

function filled({ value }: Entry, shape: Shape): Value {
  if (!isBlank(value)) return value;
  // The service says what a group that asks for nothing lacks; a plain value is missed here.
  return shape.is === "group" ? {} : new Unfinished("Give it a value.", "");
}

function entriesOf(value: Value): Entry[] {
  const given = value instanceof Unfinished ? value.raw : value;
  return isValues(given) ? Object.entries(given).map(([name, inner]) => ({ name, value: inner })) : [];
}

/** Named values: a name and what must stand there, as often as needed. */
export function MapField({ field, value, onChange, path }: FieldProps<"map">) {
  const refused = useProblem(path);
  const names = useContext(NamesContext);
  const { value: inner } = field.shape;
  const { rows, add, remove, change } = useRows<Entry>(
    () => entriesOf(value),
    (entries) => onChange(objectOf(entries, inner)),
  );
  const unfinished = value instanceof Unfinished ? value.problem : undefined;
  return (
    <Fieldset field={field} error={refused ?? unfinished}>
      {rows.map(({ id, value: entry }, position) => (
        <div key={id} className="map-row" data-wide={inner.is === "group"}>
          <Autocomplete
            label={`Name ${position + 1}`}
            data={names}
            value={entry.name}
            onChange={(name) => change(id, { ...entry, name })}
          />
          <SchemaField
            field={{
              name: "value",
              label: `Value ${position + 1}`,
              description: "",
              required: false,
              shape: inner,
            }}
            value={entry.value}
            onChange={(next) => change(id, { ...entry, value: next })}
            path={`${path}.${entry.name.trim()}`}
          />
          <RemoveButton
            label={`Remove ${entry.name || `entry ${position + 1}`}`}
            onClick={() => remove(id)}
          />
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        className="add-button"
        leftSection={<Plus size={14} aria-hidden />}
        aria-label={`Add to ${field.label}`}
        onClick={() => add({ name: "", value: undefined })}
      >
        Add
      </Button>
    </Fieldset>
  );
}
