import { Button, Menu } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Fieldset } from "./Fieldset";
import { useProblem } from "./form";
import { type FieldProps, SchemaField } from "./SchemaField";
import type { Field } from "./shape";
import { isNothing, isValues, type Values } from "./value";

/** With more optional fields than this, only those in use are shown and the others are offered. */
const MOST_SHOWN = 4;

/** The fields of an object that stands inside another. */
export function GroupField({ field, value, onChange, path }: FieldProps<"group">) {
  const error = useProblem(path);
  const values = isValues(value) ? value : {};
  const { fields } = field.shape;
  const { shown, offered, show } = useShown(fields, values);
  const change = (name: string, next: Values[string]) => {
    const made = { ...values, [name]: next };
    onChange(Object.values(made).every(isNothing) ? undefined : made);
  };
  return (
    <Fieldset field={field} error={error}>
      <div className="field-grid">
        {shown.map((inner) => (
          <SchemaField
            key={inner.name}
            field={inner}
            value={values[inner.name]}
            onChange={(next) => change(inner.name, next)}
            path={`${path}.${inner.name}`}
          />
        ))}
      </div>
      {offered.length > 0 && <More label={field.label} fields={offered} onShow={show} />}
    </Fieldset>
  );
}

function useShown(fields: Field[], values: Values) {
  const [asked, setAsked] = useState<string[]>([]);
  const few = fields.length <= MOST_SHOWN;
  const inUse = ({ name, required }: Field) =>
    few || required || asked.includes(name) || !isNothing(values[name]);
  const shown = fields.filter(inUse);
  // An empty group would say nothing: its first field stands for what it is about.
  const first = shown.length === 0 ? fields.slice(0, 1) : shown;
  const offered = fields.filter((field) => !first.includes(field));
  return {
    shown: first,
    offered,
    show: (name: string) => setAsked([...asked, ...first.map((f) => f.name), name]),
  };
}

interface MoreProps {
  label: string;
  fields: Field[];
  onShow: (name: string) => void;
}

function More({ label, fields, onShow }: MoreProps) {
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          className="add-button"
          leftSection={<Plus size={14} aria-hidden />}
          aria-label={`Add a condition to ${label}`}
        >
          Add a condition
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fields.map(({ name, label: words }) => (
          <Menu.Item key={name} onClick={() => onShow(name)}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
