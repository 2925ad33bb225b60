import { Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { described } from "./Described";
import type { Field } from "./shape";

interface Props {
  field: Pick<Field, "label" | "description" | "required">;
  error: string | undefined;
  children: ReactNode;
}

/** Fields that belong together, under one label. */
export function Fieldset({ field: { label, description, required }, error, children }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its description
    <div role="group" aria-labelledby={id} className="wide-field fieldset">
      <Input.Label component="div" id={id} required={required}>
        {label}
      </Input.Label>
      {description && <Input.Description>{described(description)}</Input.Description>}
      {children}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}
