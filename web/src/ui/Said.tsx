import { Code } from "@mantine/core";

/** What stands between two backticks of a line. */
const LITERAL = /(`[^`\n]+`)/;

/** A sentence of ours, in which what stands between backticks is meant letter by letter. */
export function Said({ text }: { text: string }) {
  return (
    <>
      {text.split(LITERAL).map((part, position) =>
        part.length > 2 && part.startsWith("`") ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change
          <Code key={position}>{part.slice(1, -1)}</Code>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** The same where nothing but letters can be shown. */
export function spoken(text: string): string {
  return text
    .split(LITERAL)
    .map((part) => (part.length > 2 && part.startsWith("`") ? part.slice(1, -1) : part))
    .join("");
}
