import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";

interface Props extends Omit<NumberInputProps, "value" | "onChange"> {
  value: number | null | undefined;
  /** Undefined while what is typed is no number. */
  onChange: (value: number | undefined) => void;
}

const numberIn = (typed: number | string) => (typeof typed === "number" ? typed : undefined);

/** A number that may be left empty. What is half typed, such as `0.`, stays as it is. */
export function NumberBox({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<number | string>(value ?? "");
  const shown = numberIn(typed) === (value ?? undefined) ? typed : (value ?? "");
  return (
    <NumberInput
      {...rest}
      value={shown}
      onChange={(next) => {
        setTyped(next);
        onChange(numberIn(next));
      }}
    />
  );
}
