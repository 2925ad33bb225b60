import { GroupField } from "./GroupField";
import { JsonField } from "./JsonField";
import { ListField } from "./ListField";
import { LooseField } from "./LooseField";
import { MapField } from "./MapField";
import { ChoiceField, FlagField, NumberField, TextField } from "./scalars";
import type { Field, Shape } from "./shape";
import type { Value } from "./value";

export interface FieldProps<S extends Shape["is"] = Shape["is"]> {
  field: Field & { shape: Extract<Shape, { is: S }> };
  value: Value;
  onChange: (value: Value) => void;
  /** Where the value stands in what is sent, so that a refusal finds it. */
  path: string;
}

/** Asks for one value as its schema describes it. What is not known how to draw is written as JSON. */
export function SchemaField({ field, ...rest }: FieldProps) {
  const { shape } = field;
  switch (shape.is) {
    case "text":
      return <TextField field={{ ...field, shape }} {...rest} />;
    case "number":
      return <NumberField field={{ ...field, shape }} {...rest} />;
    case "flag":
      return <FlagField field={{ ...field, shape }} {...rest} />;
    case "choice":
      return <ChoiceField field={{ ...field, shape }} {...rest} />;
    case "list":
      return <ListField field={{ ...field, shape }} {...rest} />;
    case "map":
      return <MapField field={{ ...field, shape }} {...rest} />;
    case "group":
      return <GroupField field={{ ...field, shape }} {...rest} />;
    case "loose":
      return <LooseField field={{ ...field, shape }} {...rest} />;
    case "json":
      return <JsonField field={{ ...field, shape }} {...rest} />;
  }
}
