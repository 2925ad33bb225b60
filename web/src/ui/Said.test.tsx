import { expect, test } from "vitest";
import { show } from "../test/show";
import { Said, spoken } from "./Said";

async function said(text: string) {
  const { container } = await show(
    <p>
      <Said text={text} />
    </p>,
  );
  const code = [...container.querySelectorAll("code")].map((part) => part.textContent);
  return { text: container.querySelector("p")?.textContent, code };
}

test("what stands between backticks is code", async () => {
  expect(await said("invoice matching `INV-\\d+`, order matching `PO-\\d+`.")).toEqual({
    text: "invoice matching INV-\\d+, order matching PO-\\d+.",
    code: ["INV-\\d+", "PO-\\d+"],
  });
});

test.each(["No marks at all.", "One ` alone.", "Two `` with nothing between."])(
  "%s stays as it is",
  async (text) => {
    expect(await said(text)).toEqual({ text, code: [] });
  },
);

test("a tooltip shows the same without the marks", () => {
  expect(spoken("The order is `PO-1`, one ` alone.")).toBe("The order is PO-1, one ` alone.");
});

test("a mark does not reach over the end of a line", async () => {
  expect((await said("- `one\n- two`")).code).toEqual([]);
});
