import { TextInput } from "@mantine/core";
import { useState } from "react";
import { described } from "./Described";
import { useProblem } from "./form";
import type { FieldProps } from "./SchemaField";
import { looseText, looseValue } from "./value";

/** A text, a number or any JSON in one field: what does not read as JSON is a text. */
export function LooseField({ field, value, onChange, path }: FieldProps<"loose">) {
  const error = useProblem(path, true);
  // `1.0` must stay as it is typed, although its value is 1.
  const [text, setText] = useState(() => looseText(value));
  return (
    <TextInput
      label={field.label}
      description={described(field.description)}
      withAsterisk={field.required}
      error={error}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(looseValue(currentTarget.value));
      }}
    />
  );
}
