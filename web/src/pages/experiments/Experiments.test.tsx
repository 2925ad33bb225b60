import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { SuggestContext } from "../../shell/suggest";
import { pageOf, Refused, service } from "../../test/service";
import { show } from "../../test/show";
import { apartText } from "./difference";
import { Experiments } from "./Experiments";

const LIST = "GET /api/agents/invoices/experiments";
const session = { "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] } };
const counts = {
  planned: 6,
  done: 6,
  passed: 6,
  failed: 0,
  could_not_judge: 0,
  could_not_run: 0,
  running: 0,
};
const cost = { calls: 0, input_tokens: 0, output_tokens: 0, money: "0" };
const side = (batch: string, version_number: number) => ({
  batch,
  version_number,
  setup: {},
  counts: { ...counts, cancelled: 0 },
  cost,
});
const ratio = (sentence: string) => ({
  current: null,
  changed: null,
  ratio: null,
  low: null,
  high: null,
  sentence,
});
const summary = {
  id: "e1",
  agent: "invoices",
  change: { version: "v2" },
  described: "version 2 (hasty)",
  state: "finished",
  runs: 6,
  requested_by: "anna",
  created_at: "2026-11-02T10:00:00Z",
  finished_at: "2026-11-02T10:01:00Z",
  current: side("b1", 1),
  changed: side("b2", 2),
};
const row = (changes: Record<string, unknown>) => ({
  test: "test_aaa1",
  name: "Same",
  criterion: 0,
  kind: "invokesTool",
  sentence: "The agent compares first.",
  a: { k: 6, n: 6, planned: 6, lower: 0.6, score: null },
  b: { k: 0, n: 6, planned: 6, lower: 0, score: null },
  difference: -1,
  low: -1,
  high: -0.461,
  verdict: "regressed",
  hint: null,
  p: null,
  p_adjusted: null,
  runs_needed: null,
  separation: "Six runs tell them apart.",
  ...changes,
});
const view = {
  ...summary,
  rows: [
    row({}),
    row({ criterion: 1, sentence: "The agent compares once.", verdict: "improved" }),
    row({ test: "test_aaa2", verdict: "no_detectable_difference", low: -0.2, high: 0.2 }),
    row({
      name: "Other",
      test: "test_aaa3",
      b: { k: 0, n: 0, planned: 6, lower: null, score: null },
      low: null,
      high: null,
      verdict: null,
    }),
  ],
  cost: ratio("The agent makes no model calls of its own."),
  speed: ratio("Speed of the changed setup: 2 times faster."),
  notice: "It can notice a drop of 60 points.",
  sentence: "With version 2 (hasty), 6 runs per test and setup: 1 regressed.",
};

it("shows what was changed and what came of it, criterion by criterion", async () => {
  service({ ...session, [LIST]: pageOf(summary), "GET /api/experiments/e1": view });
  await show(<Experiments agent="invoices" />);
  const card = await screen.findByRole("region", { name: "Version 2 (hasty)" });
  expect(await within(card).findByText(view.sentence)).toBeVisible();
  const criteria = (test: string) =>
    within(within(card).getByRole("list", { name: `Criteria of ${test}` })).getAllByRole("listitem");
  const [first, second] = criteria("Same (#aaa1)");
  expect(first).toHaveTextContent("invokesTool The agent compares first.Regressed6 of 6 → 0 of 6");
  expect(first).toHaveTextContent("Between −100 and −46 percentage points (95 % confidence).");
  expect(first).not.toHaveTextContent("Six runs");
  expect(second).toHaveTextContent("invokesTool The agent compares once.Improved");
  expect(within(card).getAllByText("Same (#aaa1)")).toHaveLength(1);
  const [third] = criteria("Same (#aaa2)");
  expect(third).toHaveTextContent("No detectable difference");
  expect(third).toHaveTextContent("Six runs tell them apart.");
  const [last] = criteria("Other");
  expect(last).toHaveTextContent("No verdict6 of 6 → no result");
  expect(within(card).getByText(view.speed.sentence)).toBeVisible();
  expect(within(card).getByRole("link", { name: "Runs of the changed setup" })).toHaveAttribute(
    "href",
    "/?tab=runs&batch=b2",
  );
});

it("shows how far one is that goes on, without cost and speed", async () => {
  const open = { ...view, state: "running", rows: [], sentence: "3 of 12 runs are done." };
  service({ ...session, [LIST]: pageOf({ ...summary, state: "running" }), "GET /api/experiments/e1": open });
  await show(<Experiments agent="invoices" />);
  expect(await screen.findByText("3 of 12 runs are done.")).toBeVisible();
  expect(screen.getByText("Running")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Runs of the changed setup" })).toBeVisible();
  expect(screen.queryByText(view.speed.sentence)).toBeNull();
});

it("says how one is started while there is none, and begins it in the chat", async () => {
  const suggest = vi.fn();
  service({ ...session, [LIST]: pageOf() });
  await show(
    <SuggestContext value={suggest}>
      <Experiments agent="invoices" />
    </SuggestContext>,
  );
  expect(await screen.findByText("No experiment yet")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Start one in the chat" }));
  expect(suggest).toHaveBeenCalledWith("Run an experiment with version ");
});

it("says why one could not be loaded", async () => {
  const down = new Refused(503, "busy", "The database is busy.");
  service({ ...session, [LIST]: pageOf(summary), "GET /api/experiments/e1": down });
  await show(<Experiments agent="invoices" />);
  await waitFor(() => expect(screen.getByText(/The database is busy/)).toBeVisible());
});

it("never shows an interval narrower than it is", () => {
  expect(apartText({ low: -0.291, high: 0.071 })).toContain("Between −30 and +8 percentage");
  expect(apartText({ low: 0, high: 0.07 })).toContain("Between 0 and +7 percentage");
  expect(apartText({ low: null, high: 0.07 })).toBeNull();
});
