import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { acceptanceTest, result } from "../../test/samples";
import { show } from "../../test/show";
import { LatestResult } from "./LatestResult";

const reasons = [
  { outcome: "passed" as const, text: "It is called.", count: 2, runs: ["a", "c"] },
  { outcome: "failed" as const, text: "It is not called.", count: 1, runs: ["b"] },
];
const latest = {
  batch: "b1",
  finished_at: "2026-11-02T10:00:00Z",
  version: "v",
  verdict: "failed" as const,
  criteria: [result({ k: 2, n: 3, planned: 3, lower: 0.2, verdict: "failed", reasons })],
  run_numbers: { a: 1, b: 2, c: 3 },
};

it("calls each run with a reason by its own number, and opens that one", async () => {
  await show(<LatestResult test={acceptanceTest({ state: "accepted", latest })} />);
  for (const [run, n] of Object.entries(latest.run_numbers)) {
    const link = await screen.findByRole("link", { name: `Run ${n} with this reason` });
    expect(link).toHaveTextContent(`run ${n}`);
    expect(link.getAttribute("href")).toContain(`run=${run}`);
  }
  expect(screen.queryByText(/not live/)).toBeNull();
});

it("names the version of a result that is not of the live one", async () => {
  const other = { ...latest, other_version: "version 2 (hasty)" };
  await show(<LatestResult test={acceptanceTest({ state: "accepted", latest: other })} />);
  expect(await screen.findByText("on version 2 (hasty), not live")).toBeVisible();
});
