import { expect, it } from "vitest";
import { tokenIn } from "./pages/SignIn";
import { parseSearch, stringifySearch, validateSearch } from "./search";

it("keeps ids as text, even those that look like numbers", () => {
  const search = { test: "1e5", run: "00042", tab: "runs" };
  expect(validateSearch(parseSearch(stringifySearch(search)))).toEqual(search);
});

it("drops what it does not know", () => {
  expect(validateSearch({ tab: "scripts", agent: 7, other: "x" })).toEqual({});
  expect(stringifySearch({ agent: undefined })).toBe("");
});

it("finds the token in a link, a fragment, or alone", () => {
  expect(tokenIn(" abc ")).toBe("abc");
  expect(tokenIn("http://127.0.0.1:8000/signin#token=a%2Bb")).toBe("a+b");
  expect(tokenIn("#token=x")).toBe("x");
  expect(tokenIn("#other")).toBe("");
});
