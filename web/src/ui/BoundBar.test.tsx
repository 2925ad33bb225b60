import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { result } from "../test/samples";
import { show } from "../test/show";
import { BoundBar } from "./BoundBar";

const bar = () => screen.getByRole("img");
const fill = () => bar().querySelector<HTMLElement>(".bound-fill")?.style.width;
const mark = () => bar().querySelector<HTMLElement>(".bound-mark")?.style.left;

describe("BoundBar", () => {
  it("says no result at n = 0 and draws nothing", async () => {
    await show(<BoundBar result={result({ k: 0, n: 0, lower: null, verdict: "no_result" })} />);
    expect(screen.getByText("no result")).toBeVisible();
    expect(fill()).toBe("0%");
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
    expect(bar()).toHaveAccessibleName("invokesTool: ≥ 20 %, 1 of 1; the one run must pass");
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
