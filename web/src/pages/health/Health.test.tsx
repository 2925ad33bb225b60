import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { SuggestContext } from "../../shell/suggest";
import { pageOf, service } from "../../test/service";
import { show } from "../../test/show";
import { Health } from "./Health";

const HEALTH = "GET /api/agents/invoices/health";
const TREND = "GET /api/agents/invoices/trend";
const session = { "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] } };
const item = (changes: Record<string, unknown> = {}) => ({
  test: "test_aaa1",
  name: "Names the clause",
  verdict: "passed",
  k: 5,
  n: 5,
  lower: 0.5655,
  batch: "b2",
  at: "2026-11-02T10:02:00Z",
  ...changes,
});
const none = { verdict: "no_result", k: 0, n: 0, lower: null, batch: null, at: null };
const health = (changes: Record<string, unknown> = {}) => ({
  agent: "invoices",
  version: "v",
  version_number: 2,
  tests_passing: 1,
  tests: 3,
  failing: 1,
  incomplete: 0,
  not_run: 1,
  without_result: 0,
  could_not_judge: 0,
  could_not_run: 0,
  rate: 0.6,
  lower: 0.3126,
  runs: 10,
  items: [
    item(),
    item({ test: "test_aaa2", name: "Never ran", ...none }),
    item({ test: "test_aaa3", name: "Fails", verdict: "failed", k: 1, lower: 0.0362 }),
  ],
  markers: [
    { at: "2026-11-01T09:00:00Z", kind: "activated", what: "version 1 (careful)" },
    { at: "2026-11-02T09:00:00Z", kind: "activated", what: "version 2 (hasty)" },
  ],
  sentence: "",
  ...changes,
});
const point = (batch: string, minute: number, version_number: number, lower: number) => ({
  batch,
  at: `2026-11-02T10:0${minute}:00Z`,
  version_number,
  tests: 2,
  k: 6,
  n: 10,
  lower,
});
const points = pageOf(point("b1", 1, 1, 0.2), point("b2", 2, 2, 0.3126));
const tile = (label: string) => screen.getByText(label).parentElement as HTMLElement;

async function shown(answers: Record<string, unknown>, suggest = vi.fn()) {
  service({ ...session, [TREND]: pageOf(), ...answers });
  const page = await show(
    <SuggestContext value={suggest}>
      <Health agent="invoices" />
    </SuggestContext>,
  );
  return { ...page, suggest };
}

it("says at a glance how good it is, since when, and by how many runs", async () => {
  await shown({ [HEALTH]: health(), [TREND]: points });
  await screen.findByText("1 of 3");
  expect(tile("Tests that pass")).toHaveTextContent("1 failing, 1 not run yet");
  expect(tile("Pass rate of a run")).toHaveTextContent("≥ 31 %at least, with 95 % confidence");
  expect(tile("Official runs that count")).toHaveTextContent("106 passed, 4 failed");
  expect(tile("Live since")).toHaveTextContent("2 Nov 2026version 2 (hasty)Newest result");
});

it("tells the runs that could not be judged beside those that count", async () => {
  const unjudged = { verdict: "no_result", k: 0, n: 0, lower: null, could_not_judge: 10 };
  const items = [item(), item({ test: "test_aaa2", name: "Unjudged", ...unjudged })];
  await shown({
    [HEALTH]: health({ items, not_run: 0, without_result: 1, could_not_judge: 10, failing: 0 }),
  });
  expect(await screen.findByText(/5 passed, 0 failed; 10 could not be judged/)).toBeVisible();
  expect(tile("Tests that pass")).toHaveTextContent("1 without a result");
  expect(screen.getByRole("listitem", { name: "Unjudged" })).toHaveTextContent("10 could not be judged");
});

it("lists what needs a look first, each with its bound", async () => {
  await shown({ [HEALTH]: health() });
  const list = await screen.findByRole("list", { name: "Test by test" });
  const lines = within(list).getAllByRole("listitem");
  expect(lines.map((line) => line.getAttribute("aria-label"))).toEqual([
    "Fails",
    "Never ran",
    "Names the clause",
  ]);
  expect(lines[0]).toHaveTextContent("≥ 3 %, 1 of 5");
  expect(lines[1]).toHaveTextContent("no resultnot run yet");
});

it("tells each point of the line to the keyboard, with what happened before it", async () => {
  await shown({ [HEALTH]: health(), [TREND]: points });
  const chart = await screen.findByRole("slider", { name: "Official batch" });
  expect(chart).toHaveAttribute("aria-valuetext", expect.stringContaining("version 2: ≥ 31 %: 6 of 10 runs"));
  expect(screen.queryByText(/Since then/)).toBeNull();
  chart.focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(chart).toHaveAttribute("aria-valuenow", "1");
  expect(screen.getByText("≥ 20 %: 6 of 10 runs passed, 2 tests")).toBeVisible();
  expect(screen.getByText(/Before that: version 1 \(careful\) went live/)).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(chart).toHaveAttribute("aria-valuenow", "1");
  await userEvent.keyboard("{End}");
  expect(screen.getByRole("link", { name: "Show the runs" })).toHaveAttribute("href", "/?tab=runs&batch=b2");
});

it("shows the line as a table", async () => {
  await shown({ [HEALTH]: health(), [TREND]: points });
  await userEvent.click(await screen.findByRole("switch", { name: "Show as a table" }));
  const rows = within(screen.getByRole("table", { name: "Official batches" })).getAllByRole("row");
  expect(rows).toHaveLength(5);
  expect(rows[1]).toHaveTextContent("231 %6 of 102");
  expect(rows[3]).toHaveTextContent("version 2 (hasty) went live");
});

it("draws 200 points, and shows 200 tests on request", async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ ...point(`b${at}`, 1, 1, at / 400), n: at + 1 }));
  const items = Array.from({ length: 200 }, (_, at) => item({ test: `t${at}`, name: `Test ${at}` }));
  const { container } = await shown({ [HEALTH]: health({ items }), [TREND]: pageOf(...many) });
  const chart = await screen.findByRole("slider");
  expect(chart).toHaveAttribute("aria-valuemax", "200");
  expect(container.querySelectorAll("rect.runs")).toHaveLength(200);
  expect(container.querySelectorAll("polyline")).toHaveLength(1);
  const list = screen.getByRole("list", { name: "Test by test" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(20);
  await userEvent.click(screen.getByRole("button", { name: "Show all 200 tests" }));
  expect(within(list).getAllByRole("listitem")).toHaveLength(200);
});

it("has no result while nothing ran, and begins a run in the chat", async () => {
  const items = [item(none)];
  const { suggest } = await shown({
    [HEALTH]: health({ tests: 1, tests_passing: 0, failing: 0, lower: null, rate: null, runs: null, items }),
  });
  expect(await screen.findByText("No official run on this version yet")).toBeVisible();
  expect(tile("Tests that pass")).toHaveTextContent("No result");
  expect(tile("Pass rate of a run")).toHaveTextContent("No result");
  expect(screen.queryByRole("slider")).toBeNull();
  expect(screen.queryByText(/%/)).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Ask for it in the chat" }));
  expect(suggest).toHaveBeenCalledWith("Run all accepted tests");
});

it("does not say that nothing ran where no run could be judged", async () => {
  const items = [item({ ...none, batch: "b1", at: "2026-11-02T10:02:00Z" })];
  await shown({ [HEALTH]: health({ tests: 1, tests_passing: 0, failing: 0, lower: null, items }) });
  expect(await screen.findByText("No run has counted yet")).toBeVisible();
  expect(screen.getByRole("link", { name: /Runs of Names the clause/ })).toBeVisible();
});

it("begins a test in the chat while none is accepted", async () => {
  const nothing = { tests: 0, tests_passing: 0, failing: 0, not_run: 0, lower: null, items: [] };
  const { suggest } = await shown({ [HEALTH]: health(nothing) });
  await userEvent.click(await screen.findByRole("button", { name: "Describe a test" }));
  expect(suggest).toHaveBeenCalledWith("The agent must ");
});
