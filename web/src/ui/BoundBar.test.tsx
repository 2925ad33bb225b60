import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { result } from "../test/samples";
import { show } from "../test/show";
import { BoundBar } from "./BoundBar";

const bar = () => screen.getByRole("img");
const fill = () => bar().querySelector<HTMLElement>(".bound-fill")?.style.width;
const sign = () => document.querySelector<SVGElement>(".bound-text svg")?.dataset.outcome;
const mark = () => bar().querySelector<HTMLElement>(".bound-mark")?.style.left;

describe("BoundBar", () => {
  it("says no result at n = 0 and draws nothing", async () => {
    await show(<BoundBar result={result({ k: 0, n: 0, lower: null, verdict: "no_result" })} />);
    expect(screen.getByText("no result")).toBeVisible();
    expect(fill()).toBe("0%");
    expect(bar()).toHaveAttribute("data-color", "none");
    expect(sign()).toBeUndefined();
  });

  it.each([
    { k: 0, n: 20, lower: 0, verdict: "failed", color: "red" },
    { k: 100, n: 200, lower: 0.44, verdict: "failed", color: "red" },
    { k: 1, n: 1, lower: 0.2, verdict: "failed", color: "red" },
    { k: 200, n: 200, lower: 0.98, verdict: "passed", color: "teal" },
  ] as const)("tells by colour, sign and name how $k of $n came out", async ({ color, ...changes }) => {
    await show(<BoundBar result={result({ ...changes, planned: changes.n })} />);
    expect(bar()).toHaveAttribute("data-color", color);
    expect(sign()).toBe(changes.verdict);
    expect(bar().getAttribute("aria-label")).toContain(`${changes.k} of ${changes.n}, ${changes.verdict}`);
  });

  it("shows one passing run for what it is worth", async () => {
    await show(
      <BoundBar
        result={result({
          kind: "invokesTool",
          k: 1,
          n: 1,
          planned: 1,
          lower: 0.2065,
          threshold: null,
          must_pass: 1,
        })}
      />,
    );
    expect(screen.getByText("≥ 20 %, 1 of 1")).toBeVisible();
    expect(bar()).toHaveAccessibleName("invokesTool: ≥ 20 %, 1 of 1, passed; the one run must pass");
    expect(fill()).toBe("20%");
    expect(mark()).toBeUndefined();
  });

  it("never reads 100 % at 200 of 200, and marks the threshold", async () => {
    await show(
      <BoundBar result={result({ k: 200, n: 200, planned: 200, lower: 0.98115, threshold: 0.9 })} />,
    );
    expect(screen.getByText("≥ 98 %, 200 of 200")).toBeVisible();
    expect(mark()).toBe("90%");
  });

  it("says how many runs gave no verdict", async () => {
    await show(<BoundBar withRule result={result({ k: 4, n: 4, lower: 0.5101, verdict: "incomplete" })} />);
    expect(screen.getByText("1 of 5 runs gave no verdict")).toBeVisible();
  });
});
