import { describe, expect, it } from "vitest";
import { INVENTED, KINDS } from "../../../../test/kinds";
import { type Field, fieldsOf, type JsonSchema, type Shape, shapeOf } from "./shape";

/** A shape in one word, its parts in brackets. */
function drawn(shape: Shape): string {
  switch (shape.is) {
    case "list":
      return `list(${drawn(shape.item)})`;
    case "map":
      return `map(${drawn(shape.value)})`;
    case "group":
      return `group(${shape.fields.map(spelled).join(" ")})`;
    case "choice":
      return `choice(${shape.options.join("|")})`;
    default:
      return shape.is;
  }
}

const spelled = ({ name, shape, required }: Field) => `${name}${required ? "*" : ""}:${drawn(shape)}`;

function fields(kind: { parameters: unknown }): string[] {
  return fieldsOf(kind.parameters as JsonSchema)
    .filter(({ name }) => name !== "threshold")
    .map(spelled);
}

const MATCHER =
  "group(equals:loose contains:list(text) one_of:list(loose) matches:text number:loose tolerance:number " +
  "at_least:loose at_most:loose exists:flag absent:flag)";

const DRAWN: Record<string, string[]> = {
  answerContains: ["texts:list(text)", "any_of:list(text)", "case_sensitive:flag"],
  answerDoesNotContain: ["texts*:list(text)", "scope:choice(final|conversation)", "case_sensitive:flag"],
  answerIsJson: ["schema:json"],
  answerMatches: ["pattern*:text"],
  doesNotHallucinate: [],
  doesNotInvokeTool: ["tool:text", "effect:choice(write)"],
  invokesTool: ["tool*:text", "before:text", "times:group(at_least:number at_most:number exactly:number)"],
  meetsExpectedBehaviors: ["report:choice(fraction|all)"],
  respondsWithin: ["seconds*:number", "of:choice(every_turn|final|total)"],
  responseGroundedInKnowledge: [],
  satisfiesAssertion: ["assertion*:text"],
  staysInCharacter: [],
  toolParametersContain: [
    "tool*:text",
    `parameters:map(${MATCHER})`,
    "anywhere:list(text)",
    "calls:choice(any|every)",
    "case_sensitive:flag",
  ],
};

describe("shapeOf", () => {
  it.each(KINDS.map((kind) => [kind.kind, kind] as const))("draws %s", (name, kind) => {
    expect(fields(kind)).toEqual(DRAWN[name]);
  });

  it("gives every kind its own threshold", () => {
    for (const { parameters } of KINDS)
      expect(fieldsOf(parameters as JsonSchema).map(spelled)).toContain("threshold:number");
  });

  it("draws a kind that it has never seen, and what it cannot draw as JSON", () => {
    expect(fields(INVENTED)).toEqual([
      "hours*:number",
      "channel*:choice(phone|mail)",
      "urgent*:flag",
      "words:list(text)",
      "window:group(opens:text closes:text)",
      "strange:json",
    ]);
  });

  it.each<[string, JsonSchema, string]>([
    ["a reference to nothing", { $ref: "#/$defs/Gone" }, "json"],
    ["an object of anything", { type: "object", additionalProperties: true }, "json"],
    ["a list of anything", { type: "array" }, "list(loose)"],
    ["numbers to choose from", { enum: [1, 2] }, "json"],
    ["an object or a text", { anyOf: [{ type: "object" }, { type: "string" }] }, "json"],
    [
      "a text, a number or nothing",
      { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
      "loose",
    ],
    [
      "an object with names of its own too",
      { type: "object", properties: {}, additionalProperties: true },
      "json",
    ],
  ])("draws %s", (_, schema, expected) => {
    expect(drawn(shapeOf(schema, schema))).toBe(expected);
  });

  it("ends where a schema refers to itself", () => {
    const node: JsonSchema = { type: "object", properties: { next: { $ref: "#/$defs/Node" } } };
    const root: JsonSchema = { $ref: "#/$defs/Node", $defs: { Node: node } };
    expect(drawn(shapeOf(root, root))).toContain("json");
  });
});
