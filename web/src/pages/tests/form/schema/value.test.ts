import { describe, expect, it } from "vitest";
import { looseText, looseValue, Unfinished, unfinishedIn } from "./value";

describe("loose values", () => {
  it.each([
    ["INV-1003", "INV-1003"],
    ["15", 15],
    ['"15"', "15"],
    ["true", true],
    ['["a", 1]', ["a", 1]],
    ["{broken", "{broken"],
    ["00123", "00123"],
  ])("reads %s, and writes it back as the same value", (text, value) => {
    expect(looseValue(text)).toEqual(value);
    expect(looseValue(looseText(value))).toEqual(value);
  });

  it("reads nothing as nothing", () => {
    expect(looseValue("  ")).toBeUndefined();
    expect(looseText(null)).toBe("");
  });
});

it("finds what is unfinished, however deep", () => {
  const value = { criteria: [{ schema: new Unfinished("No JSON.", "{") }, { tool: "x" }] };
  expect(unfinishedIn(value)).toEqual([{ path: "criteria.0.schema", problem: "No JSON." }]);
});
