import { Code } from "@mantine/core";
import { Fragment } from "react";

/** A description out of a schema: what stands in backticks is shown as code. */
export function Described({ text }: { text: string }) {
  return text.split("`").map((part, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    position % 2 ? <Code key={position}>{part}</Code> : <Fragment key={position}>{part}</Fragment>,
  );
}

export const described = (text: string) => (text ? <Described text={text} /> : undefined);
