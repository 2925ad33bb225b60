import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Test } from "../../api/useTests";
import { acceptanceTest, result } from "../../test/samples";
import { pageOf, Refused, service } from "../../test/service";
import { show } from "../../test/show";
import { AcceptanceTests } from "./AcceptanceTests";

const TESTS = "GET /api/agents/invoices/tests";
const idle = {
  "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] },
  "GET /api/agents/invoices/batches": pageOf(),
};
const page = <AcceptanceTests agent="invoices" open={undefined} />;

const accepted = acceptanceTest({
  id: "t2",
  name: "States no invented price",
  sentences: ["Nothing is stated that no source supports."],
  state: "accepted",
  latest: {
    batch: "b1",
    finished_at: "2026-11-02T10:00:00Z",
    version: "v",
    verdict: "failed",
    criteria: [result({ k: 4, lower: 0.3755, verdict: "failed" })],
  },
});

async function choose(test: string, item: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${test}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
  return screen.findByRole("dialog");
}

describe("AcceptanceTests", () => {
  it("says what to do while there is no test", async () => {
    service({ ...idle, [TESTS]: pageOf() });
    await show(page);
    expect(await screen.findByText("No acceptance test yet")).toBeVisible();
    expect(screen.getByRole("button", { name: "Run all" })).toBeDisabled();
  });

  it("says why the tests could not be loaded, and tries again", async () => {
    let up = false;
    service({
      ...idle,
      [TESTS]: () => (up ? pageOf(accepted) : new Refused(503, "busy", "The database is busy.")),
    });
    await show(page);
    expect(await screen.findByText("The database is busy.")).toBeVisible();
    up = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("States no invented price")).toBeVisible();
  });

  it("says why a test has no result, and lists what is accepted first", async () => {
    const why = "openai:gone at 127.0.0.1 did not answer: set OPENAI_API_KEY.";
    const dead = result({ n: 0, k: 0, lower: null, verdict: "no_result" });
    const latest = { ...accepted.latest, verdict: "no_result", criteria: [dead], why_lost: why };
    const lost = acceptanceTest({ ...accepted, latest: latest as typeof accepted.latest });
    service({ ...idle, [TESTS]: pageOf(acceptanceTest(), lost) });
    await show(page);
    expect(await screen.findByRole("listitem", { name: "States no invented price" })).toHaveTextContent(why);
    const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(["Accepted", "Drafts"]);
  });

  it("shows each test with its bounds, by state, and finds them by words", async () => {
    service({ ...idle, [TESTS]: pageOf(acceptanceTest(), accepted) });
    await show(page);
    const row = await screen.findByRole("listitem", { name: "States no invented price" });
    expect(within(row).getByText("≥ 37 %, 4 of 5")).toBeVisible();
    expect(within(row).getByText("Failed")).toBeVisible();
    expect(screen.getByText("no result")).toBeVisible();
    await userEvent.type(screen.getByRole("textbox", { name: "Search tests" }), "names clause satisfies");
    expect(screen.getByText("Names the clause")).toBeVisible();
    expect(screen.queryByRole("listitem", { name: "States no invented price" })).toBeNull();
  });

  it("tells criteria of one kind apart, and says each whole to who asks", async () => {
    const kind = "toolParametersContain";
    const twins = ["1", "2"].map((order) => ({
      kind,
      tool: "find_order",
      parameters: { order: { equals: order } },
    }));
    const test = acceptanceTest({
      criteria: twins as Test["criteria"],
      sentences: ["It finds order 1.", "It finds order 2."],
    });
    service({ ...idle, [TESTS]: pageOf(test) });
    await show(page);
    const list = await screen.findByRole("list", { name: "Criteria" });
    const [first, second] = within(list).getAllByRole("listitem");
    expect(first).toHaveTextContent(`${kind} find_order · order equals 1`);
    expect(second).toHaveTextContent(`${kind} find_order · order equals 2`);
    expect(second).toHaveAccessibleDescription("It finds order 2.");
    expect(
      within(list)
        .getByText(/order equals 2/)
        .closest("[title]"),
    ).toHaveAttribute("title", "It finds order 2.");
  });

  it("accepts only after the whole test was shown with what that means", async () => {
    const door = service({
      ...idle,
      [TESTS]: pageOf(acceptanceTest()),
      "POST /api/tests/t1/accept": acceptanceTest(),
    });
    await show(page);
    const dialog = await choose("Names the clause", "Accept");
    expect(within(dialog).getByText(/can never change/)).toBeVisible();
    expect(within(dialog).getByText("The assessment names a clause.")).toBeVisible();
    expect(door.calls()).not.toContain("POST /api/tests/t1/accept");
    await userEvent.click(within(dialog).getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(door.calls()).toContain("POST /api/tests/t1/accept"));
  });

  it.each([
    ["viewer", [], ["Show its runs"]],
    ["editor", ["New draft"], ["Dry-run", "Edit", "Revise in the chat", "Discard", "Show its runs"]],
    [
      "admin",
      ["New draft", "Run all"],
      ["Dry-run", "Accept", "Edit", "Revise in the chat", "Discard", "Show its runs"],
    ],
  ])("offers a %s only what the role may do", async (role, buttons, items) => {
    const session = { name: "anna", role, offline: true, models: [] };
    service({ ...idle, "GET /api/session": session, [TESTS]: pageOf(acceptanceTest()) });
    await show(page);
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Names the clause" }));
    await screen.findAllByRole("menuitem");
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual(items);
    const shown = ["New draft", "Run all"].filter((name) => screen.queryByText(name));
    expect(shown).toEqual(buttons);
  });

  it("retires with a reason only", async () => {
    const door = service({ ...idle, [TESTS]: pageOf(accepted), "POST /api/tests/t2/retire": accepted });
    await show(page);
    const dialog = await choose("States no invented price", "Retire");
    const retire = within(dialog).getByRole("button", { name: "Retire" });
    expect(retire).toBeDisabled();
    await userEvent.type(within(dialog).getByRole("textbox", { name: "Reason" }), "Too loose");
    await userEvent.click(retire);
    await waitFor(() =>
      expect(door.asked).toContainEqual({ call: "POST /api/tests/t2/retire", body: { reason: "Too loose" } }),
    );
  });

  it("shows the estimate before Run all starts", async () => {
    const estimate = {
      kind: "run_all",
      tests: 1,
      runs: 5,
      calls: 9,
      calls_low: 8,
      calls_high: 10,
      by_role: [],
      money: null,
      money_low: null,
      money_high: null,
      price_unknown: true,
      basis: "Assumed.",
      sentence: "5 runs, about 9 model calls, price unknown.",
    };
    const start = "POST /api/agents/invoices/batches";
    const door = service({
      ...idle,
      [TESTS]: pageOf(accepted),
      "POST /api/agents/invoices/estimate": estimate,
      [start]: {},
    });
    await show(page);
    await waitFor(() => expect(screen.getByRole("button", { name: "Run all" })).toBeEnabled());
    await userEvent.click(screen.getByRole("button", { name: "Run all" }));
    const dialog = await screen.findByRole("dialog", { name: "Run all accepted tests?" });
    expect(await within(dialog).findByText("5 runs, about 9 model calls, price unknown.")).toBeVisible();
    expect(door.calls()).not.toContain(start);
    await userEvent.click(within(dialog).getByRole("button", { name: "Start" }));
    await waitFor(() => expect(door.asked).toContainEqual({ call: start, body: { kind: "run_all" } }));
  });

  it("tells two accepted tests of one name apart", async () => {
    const twins = ["test_aaa1", "test_aaa2"].map((id) =>
      acceptanceTest({ id, name: "Same", state: "accepted", accepted_at: "2026-11-02T10:00:00Z" }),
    );
    const draft = acceptanceTest({ id: "test_aaa3", name: "Same" });
    service({ ...idle, [TESTS]: pageOf(...twins, draft) });
    await show(page);
    const first = await screen.findByRole("listitem", { name: "Same (#aaa1)" });
    expect(within(first).getByText(/^#aaa1, accepted 2 Nov/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Actions for Same (#aaa2)" })).toBeVisible();
    expect(screen.getByRole("listitem", { name: "Same" })).toBeVisible();
  });

  it.each([
    [{}, "It has not been dry-run as it stands."],
    [{ active_batch: "b1" }, "A dry run of it is going on and has no result yet."],
    [{ latest: accepted.latest }, "Latest dry run"],
  ])("says before it accepts a draft whether it was tried: %o", async (changes, said) => {
    service({ ...idle, [TESTS]: pageOf(acceptanceTest(changes)) });
    await show(page);
    const dialog = await choose("Names the clause", "Accept");
    expect(within(dialog).getByText(said)).toBeVisible();
  });
});
