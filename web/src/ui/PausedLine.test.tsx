import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatProgress } from "../chat/ChatProgress";
import { EMPTY, fold, type Progress } from "../chat/events";
import { ActiveBatches } from "../pages/tests/ActiveBatches";
import { counts, logOf } from "../test/samples";
import { pageOf, service } from "../test/service";
import { show } from "../test/show";

const why = "api.example.com asks to be left alone.";
const until = (hours: number, minutes = 5) => new Date(2026, 10, 2, hours, minutes).toISOString();

const batch = (paused: { until: string; why: string } | null) => ({
  id: "b1",
  kind: "run_all",
  counts: { ...counts, running: 3 },
  tests: [{ name: "Names the clause" }],
  exploratory_reason: null,
  paused,
});

async function running(paused: { until: string; why: string } | null) {
  service({
    "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] },
    "GET /api/agents/invoices/batches": pageOf(batch(paused)),
  });
  await show(<ActiveBatches agent="invoices" reason="why" />);
  return screen.findByRole("group", { name: "Run all: Names the clause" });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 2, 9, 0) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a batch that waits", () => {
  it("says until when and for whom, with a way to stop it", async () => {
    const group = await running({ until: until(14), why });
    expect(within(group).getByRole("status")).toHaveTextContent(`Paused until 14:05: ${why}`);
    expect(await within(group).findByRole("button", { name: "Cancel runs" })).toBeVisible();
  });

  it("names the day if it is another one", async () => {
    const group = await running({ until: until(24 + 14), why });
    expect(within(group).getByRole("status")).toHaveTextContent("Paused until 3 Nov, 14:05: ");
  });

  it.each([null, { until: until(8), why }])(
    "says nothing if it does not wait, or not any more",
    async (paused) => {
      const group = await running(paused);
      expect(within(group).queryByRole("status")).toBeNull();
    },
  );

  it("says so in the talk, until it goes on", async () => {
    const told = (more: object) => ({
      type: "CUSTOM",
      name: "progress",
      value: { batch: "b1", ...counts, ...more },
    });
    const [waits, goesOn] = logOf(["u", told({ paused: { until: until(14), why } })], ["u", told({})]);
    if (!waits || !goesOn) throw new Error("two events");
    const first = fold(EMPTY, waits);
    const { unmount } = await show(
      <ChatProgress agent="invoices" progress={first.turns[0]?.items[0] as Progress} />,
    );
    expect(screen.getByRole("status")).toHaveTextContent(`Paused until 14:05: ${why}`);
    unmount();
    await show(
      <ChatProgress agent="invoices" progress={fold(first, goesOn).turns[0]?.items[0] as Progress} />,
    );
    expect(screen.queryByRole("status")).toBeNull();
  });
});
