import { Code } from "@mantine/core";

/** A sentence of ours, in which what stands between backticks is meant letter by letter. */
export function Said({ text }: { text: string }) {
  return (
    <>
      {text.split(/(`[^`]+`)/).map((part, position) =>
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
