import { memo, useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

const COMPONENTS: Components = {
  // An address in an image can carry words of the conversation out: never load one.
  img: ({ alt }) => <span>{alt}</span>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};
const REMARK = [remarkGfm];
const REHYPE = [rehypeSanitize];

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that goes on with a list or a quote begun before the blank line. */
const CONTINUES = /^(\s|[-*+] |\d+[.)] |>)/;

/** Cuts a text into parts that can be parsed alone, so that a growing answer re-parses its last part only. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    const afterBlank = lines.at(-1)?.trim() === "";
    if (fence === null && afterBlank && line.trim() !== "" && !CONTINUES.test(line)) {
      blocks.push(lines.join("\n"));
      lines = [];
    }
    lines.push(line);
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence)) fence = null;
  }
  return [...blocks, lines.join("\n")];
}

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  );
});

/** The assistant's text. Nothing else is ever rendered as markdown. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className="markdown">
      {blocks.map((block, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
        <Block key={position} text={block} />
      ))}
    </div>
  );
});
