import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { Fieldset } from "./Fieldset";
import { useProblem } from "./form";
import { RemoveButton } from "./RemoveButton";
import { type FieldProps, SchemaField } from "./SchemaField";
import type { Shape } from "./shape";
import { useRows } from "./useRows";
import { isBlank, type Value } from "./value";

const ONE_LINE = new Set<Shape["is"]>(["text", "loose", "number", "choice"]);

/** Empty rows at the end are room to write in, not values. */
function withoutEnd(rows: Value[]): Value[] | undefined {
  const last = rows.findLastIndex((row) => !isBlank(row));
  return last < 0 ? undefined : rows.slice(0, last + 1);
}

/** Values of one kind, one below the other. */
export function ListField({ field, value, onChange, path }: FieldProps<"list">) {
  const error = useProblem(path);
  const { item } = field.shape;
  const blank = ONE_LINE.has(item.is) ? [undefined] : [];
  const initial = () => (Array.isArray(value) && value.length > 0 ? value : blank);
  const { rows, add, remove, change } = useRows<Value>(initial, (all) => onChange(withoutEnd(all)));
  return (
    <Fieldset field={field} error={error}>
      {rows.map((row, position) => {
        const label = `${field.label} ${position + 1}`;
        return (
          <div key={row.id} className="list-row" data-bare={ONE_LINE.has(item.is)}>
            <SchemaField
              field={{ name: field.name, label, description: "", required: false, shape: item }}
              value={row.value}
              onChange={(next) => change(row.id, next)}
              path={`${path}.${position}`}
            />
            <RemoveButton label={`Remove ${label}`} onClick={() => remove(row.id)} />
          </div>
        );
      })}
      <Button
        size="compact-sm"
        variant="subtle"
        className="add-button"
        leftSection={<Plus size={14} aria-hidden />}
        aria-label={`Add to ${field.label}`}
        onClick={() => add(undefined)}
      >
        Add
      </Button>
    </Fieldset>
  );
}
