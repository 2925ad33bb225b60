import { expect, it } from "vitest";
import { halfText } from "./batches";

it.each([
  [{}, 1, "current setup, version 1"],
  [{ version: "v2" }, 2, "changed setup, version 2"],
  [{ model: "openai:small" }, 1, "changed setup, model openai:small"],
  [{ prompt: { tone: "Be brief." } }, 1, "changed setup, prompt part tone"],
])("tells the halves of an experiment apart: %o", (setup, version_number, said) => {
  expect(halfText({ setup, version_number })).toBe(said);
});
