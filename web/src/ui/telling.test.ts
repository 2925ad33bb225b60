import { expect, it } from "vitest";
import { tellingOf } from "./telling";

it.each<[object, string]>([
  [{ kind: "invokesTool", tool: "compare", before: "register", times: null }, "compare · before register"],
  [
    { kind: "invokesTool", tool: "compare", times: { at_least: 2, at_most: null } },
    "compare · times at least 2",
  ],
  [
    {
      kind: "toolParametersContain",
      tool: "find_order",
      parameters: { order: { equals: 99, contains: null } },
      anywhere: ["rush"],
      calls: "any",
      case_sensitive: false,
    },
    "find_order · order equals 99 · anywhere rush",
  ],
  [{ kind: "answerContains", texts: ["paid", "in\nfull"], any_of: null, threshold: 0.5 }, "paid, in full"],
  [{ kind: "answerMatches", pattern: "\\b15\\b" }, "\\b15\\b"],
  [{ kind: "respondsWithin", seconds: 5, of: "final" }, "seconds 5"],
  [{ kind: "doesNotHallucinate", threshold: null }, ""],
  [{ kind: "callsBackWithin", hours: 3, channel: "phone" }, "hours 3 · channel phone"],
])("tells %o from others of its kind", (criterion, told) => {
  expect(tellingOf(criterion).replaceAll("\u00a0", " ")).toBe(told);
});

it("shortens a long one", () => {
  const told = tellingOf({ kind: "satisfiesAssertion", assertion: "word ".repeat(100) });
  expect(told).toHaveLength(160);
  expect(told.endsWith("…")).toBe(true);
});
