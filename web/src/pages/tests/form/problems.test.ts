import { describe, expect, it } from "vitest";
import { ApiError } from "../../../api/errors";
import type { Body } from "./draft";
import { plain, problemsOf, spoken } from "./problems";

const body = {
  name: "x",
  situation: { messages: [{ text: "hi" }] },
  criteria: [
    { kind: "doesNotHallucinate" },
    { kind: "toolParametersContain", tool: "read_invoice", parameters: { zz: {} } },
  ],
} as unknown as Body;

const refusal = (code: string, fields: Record<string, unknown>) =>
  new ApiError(422, code, "Sentence.", fields);

describe("problemsOf", () => {
  it("puts each problem at its field, without those that only follow", () => {
    const problems = [
      { field: "criteria.1.tool", detail: "Field required." },
      { field: "criteria", detail: "Tuple should have at least 1 item after validation, not 0." },
    ];
    expect(problemsOf(refusal("invalid", { field: "criteria.1.tool", problems }), body)).toEqual([
      { path: "criteria.1.tool", sentence: "Fill this in." },
    ]);
  });

  it.each([
    ["an unknown tool", "unknown_tool", { tool: "read_invoice", nearest: [] }, "criteria.1.tool"],
    [
      "an unknown parameter",
      "unknown_parameter",
      { tool: "read_invoice", parameter: "zz" },
      "criteria.1.parameters",
    ],
    ["a setting out of reach", "needs_more_runs", { field: "runs", n_min: 35, t_max: 0.5655 }, "runs"],
    ["a missing list", "no_expected_behaviors", { field: "expected_behaviors" }, "expected_behaviors"],
  ])("finds the field of %s", (_, code, fields, path) => {
    expect(problemsOf(refusal(code, fields), body)).toEqual([{ path, sentence: "Sentence." }]);
  });

  it("names no field where the service names none", () => {
    expect(problemsOf(refusal("unknown_name", { name: "test_case.x" }), body)).toEqual([]);
    expect(problemsOf(new Error("lost"), body)).toEqual([]);
  });
});

it.each([
  ["criteria.2.assertion", "Criterion 3, assertion: Fill this in."],
  ["criteria.0", "Criterion 1: Fill this in."],
  ["situation.messages.0.text", "Message 1: Fill this in."],
  ["expected_behaviors.1", "Expected behaviors, 1: Fill this in."],
])("says where %s is", (path, said) => {
  expect(spoken({ path, sentence: "Fill this in." })).toBe(said);
});

it.each([
  ["String should have at most 120 characters.", "Use at most 120 characters."],
  ["String should have at least 1 character.", "Fill this in."],
  ["String should have at least 12 characters.", "Use at least 12 characters."],
  ["Tuple should have at most 10 items after validation, not 11.", "Keep at most 10."],
  ["Input should be greater than or equal to 1.", "Use 1 or more."],
  ["Input should be less than or equal to 0.99.", "Use 0.99 or less."],
  ["Input should be less than 1.", "Use less than 1."],
  ["Input should be a valid integer, unable to parse string as an integer.", "Give a whole number."],
  ["Input should be 'call' or 'every'.", "Choose one of 'call' or 'every'."],
  ["Name a tool of this agent.", "Name a tool of this agent."],
])("says %s in our own words", (sentence, said) => {
  expect(plain(sentence)).toBe(said);
});
