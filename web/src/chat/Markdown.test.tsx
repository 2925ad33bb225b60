import { describe, expect, it } from "vitest";
import { show } from "../test/show";
import { blocksOf, Markdown } from "./Markdown";

describe("Markdown", () => {
  it("renders no image, no script and no script address", async () => {
    const text =
      "![leak](https://x.example/?q=1) <script>alert(1)</script> [go](javascript:alert(1)) [ok](https://a.example)";
    const { container } = await show(<Markdown text={text} />);
    expect(container.querySelector("img, script")).toBeNull();
    const [bad, good] = [...container.querySelectorAll("a")];
    expect(bad?.getAttribute("href") ?? "").not.toContain("javascript");
    expect(good).toHaveAttribute("rel", "noreferrer noopener");
  });

  it("renders tables", async () => {
    const { container } = await show(<Markdown text={"| a | b |\n|---|---|\n| 1 | 2 |"} />);
    expect(container.querySelectorAll("td")).toHaveLength(2);
  });
});

describe("blocksOf", () => {
  it("cuts at blank lines, but not inside a fence or a list", () => {
    expect(blocksOf("one\n\ntwo")).toEqual(["one\n", "two"]);
    expect(blocksOf("```\na\n\nb\n```\n\nend")).toEqual(["```\na\n\nb\n```\n", "end"]);
    expect(blocksOf("1. a\n\n2. b")).toEqual(["1. a\n\n2. b"]);
  });

  it("loses nothing", () => {
    const text = "a\n\n\nb\n\n~~~\nc\n~~~\n\n";
    expect(blocksOf(text).join("\n")).toBe(text);
  });
});
