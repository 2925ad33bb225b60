import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ChatProgress } from "../chat/ChatProgress";
import type { Progress } from "../chat/events";
import { ActiveBatches } from "../pages/tests/ActiveBatches";
import { counts as five } from "../test/samples";
import { pageOf, service } from "../test/service";
import { show } from "../test/show";
import { useBatchClock } from "./useActiveBatches";

const BATCHES = "GET /api/agents/invoices/batches";
const base = { ...five, planned: 30 };
const counts = { ...base, running: 1, done: 8, passed: 6, failed: 2 };
const batch = {
  id: "b1",
  kind: "dry_run",
  counts,
  tests: [{ name: "T" }],
  exploratory_reason: null,
  paused: null,
};
const told: Progress = {
  kind: "progress",
  id: "b1",
  ...base,
  state: "running",
  verdict: null,
  batchKind: "dry_run",
  tests: [],
};
const session = { "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] } };

function Page({ progress = told }: { progress?: Progress }) {
  useBatchClock("invoices");
  return (
    <>
      <ActiveBatches agent="invoices" reason="why" />
      <ChatProgress agent="invoices" progress={progress} />
    </>
  );
}
const talk = () => within(screen.getByRole("group", { name: /^Dry run (running|finished)$/ }));

it("says in the talk what the page says, as newest heard", async () => {
  service({ ...session, [BATCHES]: pageOf(batch) });
  await show(<Page />);
  expect(await screen.findAllByText("8 of 30 runs done · 6 passed · 2 failed")).toHaveLength(2);
  expect(screen.queryByText(/^2 of 30/)).toBeNull();
});

it("takes nothing back once the batch is no longer among the running ones", async () => {
  let items = [batch];
  service({ ...session, [BATCHES]: () => pageOf(...items) });
  await show(<Page />);
  await screen.findAllByText(/^8 of 30 runs done/);
  items = [];
  await act(() => new Promise((after) => setTimeout(after, 2500)));
  expect(screen.queryByRole("region", { name: "Running now" })).toBeNull();
  expect(talk().getByText(/^8 of 30 runs done/)).toBeVisible();
});

it("leaves the last word to the record of the talk", async () => {
  service({ ...session, [BATCHES]: pageOf(batch) });
  await show(<Page progress={{ ...told, state: "finished", done: 30, passed: 30 }} />);
  await screen.findByRole("region", { name: "Running now" });
  expect(talk().getByText("30 of 30 runs done · 30 passed")).toBeVisible();
});
