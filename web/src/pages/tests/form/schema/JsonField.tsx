import { Textarea } from "@mantine/core";
import { useState } from "react";
import { described } from "./Described";
import { useProblem } from "./form";
import type { FieldProps } from "./SchemaField";
import { isNothing, type Json, Unfinished, type Value } from "./value";

const UNREADABLE = "This is not valid JSON.";

function textOf(value: Value): string {
  if (isNothing(value)) return "";
  return value instanceof Unfinished ? String(value.raw) : JSON.stringify(value, null, 2);
}

export function readJson(text: string): Value {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return new Unfinished(UNREADABLE, text);
  }
}

/** Any value, written as JSON. Text that is no JSON stays where it is and says so when the field is left. */
export function JsonField({ field, value, onChange, path }: FieldProps<"json">) {
  const refused = useProblem(path, true);
  const [text, setText] = useState(() => textOf(value));
  const [left, setLeft] = useState(false);
  const unreadable = left && value instanceof Unfinished ? value.problem : undefined;
  return (
    <Textarea
      className="wide-field json-field"
      label={field.label}
      description={described(field.description)}
      withAsterisk={field.required}
      placeholder="JSON"
      error={unreadable ?? refused}
      autosize
      minRows={2}
      maxRows={14}
      spellCheck={false}
      value={text}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(readJson(currentTarget.value));
      }}
    />
  );
}
