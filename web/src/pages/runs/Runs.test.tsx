import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { acceptanceTest, result } from "../../test/samples";
import { pageOf, service } from "../../test/service";
import { show } from "../../test/show";
import { Runs } from "./Runs";

const RUNS = "GET /api/agents/invoices/runs";
const idle = {
  "GET /api/agents/invoices/batches": pageOf(),
  "GET /api/agents/invoices/tests": pageOf(
    acceptanceTest({ id: "test_aaa1", name: "Same" }),
    acceptanceTest({ id: "test_aaa2", name: "Same" }),
  ),
};
const run = (changes: Record<string, unknown>) => ({
  id: "r1",
  batch: "b1",
  batch_kind: "run_all",
  test: "test_aaa1",
  test_name: "Same",
  version_number: 1,
  n: 1,
  state: "finished",
  why: null,
  verdict: "passed",
  exploratory_reason: null,
  started_at: null,
  agent_ms: 5,
  cost: { calls: 0, input_tokens: 0, output_tokens: 0, money: "0" },
  ...changes,
});
const page = <Runs agent="invoices" search={{}} />;

it("leaves cancelled runs out, says how many, and shows them on request", async () => {
  const cancelled = run({ id: "r2", state: "cancelled", verdict: null, why: "cancelled by anna" });
  const door = service({ ...idle, [RUNS]: { ...pageOf(run({})), cancelled: 7 } });
  await show(page);
  const table = await screen.findByRole("table", { name: "Runs" });
  expect(within(table).getAllByRole("row")).toHaveLength(2);
  expect(door.queries(RUNS)).toEqual(["cancelled=false"]);
  service({ ...idle, [RUNS]: { ...pageOf(cancelled, run({})), cancelled: 7 } });
  await userEvent.click(screen.getByRole("checkbox", { name: "Show cancelled (7)" }));
  expect(await screen.findByText("cancelled by anna")).toBeVisible();
});

it("says that all of them were cancelled instead of that there is none", async () => {
  service({ ...idle, [RUNS]: { ...pageOf(), cancelled: 40 } });
  await show(page);
  expect(await screen.findByText("All runs were cancelled")).toBeVisible();
  expect(screen.getByText("Tick “Show cancelled” to see the 40 of them.")).toBeVisible();
});

it("says nothing of cancelled runs where there is none", async () => {
  service({ ...idle, [RUNS]: pageOf() });
  await show(page);
  expect(await screen.findByText("No run yet")).toBeVisible();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("tells tests of one name apart in the table and in the filter", async () => {
  service({ ...idle, [RUNS]: pageOf(run({}), run({ id: "r2", test: "test_aaa2" })) });
  await show(page);
  expect(await screen.findByRole("link", { name: "Same (#aaa1)" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Same (#aaa2)" })).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Test" }));
  await waitFor(() => expect(screen.getByRole("option", { name: "Same (#aaa2)" })).toBeInTheDocument());
});

it("tells the criteria of a batch apart by what they ask", async () => {
  const counts = {
    planned: 5,
    done: 5,
    passed: 5,
    failed: 0,
    could_not_judge: 0,
    could_not_run: 0,
    cancelled: 0,
  };
  const batch = {
    id: "b1",
    agent: "invoices",
    kind: "run_all",
    state: "finished",
    verdict: "passed",
    version_number: 1,
    writes: "refuse",
    exploratory_reason: null,
    requested_by: "anna",
    created_at: "2026-11-02T10:00:00Z",
    counts,
    cost: run({}).cost,
    tests: [
      {
        test: "test_aaa1",
        name: "Same",
        verdict: "passed",
        counts,
        criteria: [result(), result({ criterion: 1 })],
        sentences: ["It names the clause.", "It asks for `PO-1`."],
      },
    ],
  };
  service({ ...idle, [RUNS]: pageOf(), "GET /api/batches/b1": batch });
  await show(<Runs agent="invoices" search={{ batch: "b1" }} />);
  const list = await screen.findByRole("list", { name: "Criteria of Same" });
  const [first, second] = within(list).getAllByRole("listitem");
  expect(first).toHaveTextContent("satisfiesAssertion It names the clause.≥ 56 %, 5 of 5");
  expect(second).toHaveTextContent("satisfiesAssertion It asks for PO-1.≥ 56 %, 5 of 5");
});
