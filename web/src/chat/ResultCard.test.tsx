import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { result } from "../test/samples";
import { show } from "../test/show";
import { ChatProgress } from "./ChatProgress";
import type { Progress } from "./events";

type InBatch = Progress["tests"][number];
type Reason = InBatch["criteria"][number]["reasons"][number];

const reason = (outcome: Reason["outcome"], text: string, count = 1): Reason => ({
  outcome,
  text,
  count,
  runs: ["r1"],
});

function inBatch(name: string, changes: Partial<InBatch> = {}): InBatch {
  const counts = { planned: 5, done: 5, passed: 1, failed: 4, could_not_judge: 0, could_not_run: 0 };
  return {
    test: `id-${name}`,
    name,
    verdict: "failed",
    counts: { ...counts, running: 0, cancelled: 0 },
    criteria: [
      result({
        k: 1,
        lower: 0.0362,
        verdict: "failed",
        reasons: [
          reason("passed", "Named clause 4."),
          reason("failed", "No clause is named.", 2),
          reason("failed", "Clause 9 does not exist."),
          reason("failed", "The answer is <b>empty</b>."),
        ],
      }),
    ],
    ...changes,
  };
}

const progress = (changes: Partial<Progress> = {}): Progress => ({
  kind: "progress",
  id: "b1",
  done: 5,
  planned: 5,
  passed: 1,
  failed: 4,
  state: "finished",
  verdict: "failed",
  batchKind: "run_all",
  tests: [inBatch("Names the clause")],
  ...changes,
});

describe("ResultCard", () => {
  it("says per test what came out, how surely, and why", async () => {
    await show(<ChatProgress agent="invoices" progress={progress()} />);
    const card = screen.getByRole("group", { name: "Run all finished" });
    const test = within(card).getByRole("listitem", { name: "Result of Names the clause" });
    expect(within(test).getByText("Failed")).toBeVisible();
    expect(within(test).getByText("≥ 3 %, 1 of 5")).toBeVisible();
    expect(within(test).getByText("2 × No clause is named.")).toBeVisible();
    expect(within(test).getByText("Clause 9 does not exist.")).toBeVisible();
    expect(within(test).queryByText("The answer is <b>empty</b>.")).toBeNull();
    await userEvent.click(within(test).getByRole("button", { name: "and one more reason" }));
    expect(within(test).getByText("The answer is <b>empty</b>.")).toBeVisible();
    expect(within(test).queryByRole("button", { name: /more reason/ })).toBeNull();
    expect(within(test).queryByText("Named clause 4.")).toBeNull();
    expect(within(card).getByRole("link", { name: "Show the runs" })).toHaveAttribute(
      "href",
      expect.stringContaining("batch=b1"),
    );
  });

  it("tells criteria of one kind apart by what they ask", async () => {
    const criteria = [result(), result({ criterion: 1 })];
    const sentences = ["The answer names `INV-1003`.", "The answer names the clause."];
    await show(
      <ChatProgress
        agent="invoices"
        progress={progress({ tests: [inBatch("T", { criteria, sentences })] })}
      />,
    );
    expect(screen.getByText("INV-1003").tagName).toBe("CODE");
    expect(screen.getByTitle("The answer names INV-1003.")).toHaveTextContent("satisfiesAssertion");
    expect(screen.getByTitle("The answer names the clause.")).toBeVisible();
  });

  it("draws reasons as plain text", async () => {
    const criteria = [result({ verdict: "failed", reasons: [reason("failed", "It said <b>no</b>.")] })];
    await show(
      <ChatProgress agent="invoices" progress={progress({ tests: [inBatch("T", { criteria })] })} />,
    );
    expect(screen.getByText("It said <b>no</b>.")).toBeVisible();
  });

  it.each([
    ["dry_run", true],
    ["run_all", false],
  ] as const)("of a %s shows why a test passed: %s", async (batchKind, shown) => {
    const criteria = [result({ reasons: [reason("passed", "Named clause 4.", 5)] })];
    const tests = [inBatch("Names the clause", { verdict: "passed", criteria })];
    await show(<ChatProgress agent="invoices" progress={progress({ batchKind, tests })} />);
    expect(screen.queryByText("5 × Named clause 4.") !== null).toBe(shown);
  });

  it("shows the first tests of many, and all on request", async () => {
    const tests = Array.from({ length: 7 }, (_, number) => inBatch(`Test ${number}`));
    await show(<ChatProgress agent="invoices" progress={progress({ tests })} />);
    expect(screen.queryByText("Test 6")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show all 7 tests" }));
    expect(screen.getByText("Test 6")).toBeVisible();
  });

  it("shows counts only while it runs", async () => {
    await show(
      <ChatProgress
        agent="invoices"
        progress={progress({ state: "running", verdict: null, tests: [], done: 2 })}
      />,
    );
    expect(screen.getByRole("group", { name: "Run all running" })).toBeVisible();
    expect(screen.queryByRole("list", { name: "Results" })).toBeNull();
  });
});
