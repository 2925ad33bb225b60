import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { SuggestContext } from "../../shell/suggest";
import { pageOf, Refused, service } from "../../test/service";
import { show } from "../../test/show";
import { isTime, localTime } from "./clock";
import { Schedule } from "./Schedule";

const PATH = "/api/agents/invoices/schedule";
const ESTIMATE = "POST /api/agents/invoices/estimate";
const BATCHES = "GET /api/agents/invoices/batches";
const person = (role: string) => ({
  "GET /api/session": { name: "anna", role, offline: true, models: [] },
  [ESTIMATE]: { sentence: "12 runs, free.", tests: 4, runs: 12, money_high: "0", by_role: [] },
  [BATCHES]: pageOf(),
});
const never = {
  agent: "invoices",
  at: null,
  enabled: false,
  by: null,
  changed_at: null,
  next_due: null,
  days: [],
};
const on = {
  ...never,
  at: "06:00",
  enabled: true,
  by: "anna",
  changed_at: "2026-11-02T10:00:00Z",
  next_due: "2026-12-02T06:00:00Z",
};
const off = { ...on, enabled: false, next_due: null };
const day = (changes: Record<string, unknown>) => ({
  due_date: "2026-11-30",
  state: "started",
  late: false,
  why: null,
  batch: "b1",
  at: "2026-11-30T06:00:00Z",
  ...changes,
});

async function shown(schedule: unknown, role = "admin", answers: Record<string, unknown> = {}) {
  const suggest = vi.fn();
  const door = service({ ...person(role), [`GET ${PATH}`]: schedule, [`PUT ${PATH}`]: on, ...answers });
  await show(
    <SuggestContext value={suggest}>
      <Schedule agent="invoices" />
    </SuggestContext>,
  );
  const put = () => door.asked.filter(({ call }) => call === `PUT ${PATH}`).map(({ body }) => body);
  return { suggest, put };
}

it("says when the next run comes, what it takes, and who set it", async () => {
  await shown(on);
  expect(await screen.findByRole("heading", { name: "Every day at 06:00 UTC" })).toBeVisible();
  expect(screen.getByText("On")).toBeVisible();
  expect(screen.getByText(/Next run: Wed,? 2 Dec, 06:00 UTC, in /)).toBeVisible();
  expect(await screen.findByText("12")).toBeVisible();
  expect(screen.getByText("free")).toBeVisible();
  expect(
    screen.getByText("No day has come due yet. Each one then stands here with its verdict."),
  ).toBeVisible();
});

it("is turned off after a yes, keeps its time, and is turned on again from the same place", async () => {
  const { put } = await shown(on);
  await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
  const ask = await screen.findByRole("dialog", { name: "Turn the daily run off?" });
  expect(put()).toEqual([]);
  await userEvent.click(within(ask).getByRole("button", { name: "Turn off" }));
  await waitFor(() => expect(put()).toEqual([{ at: "06:00", enabled: false }]));
});

it("offers to turn on again what is off", async () => {
  const { put } = await shown(off);
  expect(await screen.findByText("It is off: nothing runs by itself.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Turn on again" }));
  const ask = await screen.findByRole("dialog", { name: "Run the accepted tests every day?" });
  expect(await within(ask).findByText("12 runs, free.")).toBeVisible();
  await userEvent.click(within(ask).getByRole("button", { name: "Run daily" }));
  await waitFor(() => expect(put()).toEqual([{ at: "06:00", enabled: true }]));
});

it("takes no time that is none", async () => {
  const { put } = await shown(never);
  await userEvent.click(await screen.findByRole("button", { name: "Set a daily run" }));
  const time = await screen.findByLabelText("Time of day, in UTC");
  expect(time).toHaveValue("06:00");
  fireEvent.change(time, { target: { value: "" } });
  expect(screen.getByRole("button", { name: "Run daily" })).toBeDisabled();
  fireEvent.change(time, { target: { value: "23:30" } });
  await userEvent.click(screen.getByRole("button", { name: "Run daily" }));
  await waitFor(() => expect(put()).toEqual([{ at: "23:30", enabled: true }]));
});

it("begins it in the chat", async () => {
  const { suggest } = await shown(never, "editor");
  await userEvent.click(await screen.findByRole("button", { name: "Ask for it in the chat" }));
  expect(suggest).toHaveBeenCalledWith("Run all accepted tests every day at 06:00");
  expect(screen.queryByRole("button", { name: "Set a daily run" })).toBeNull();
});

it("says what became of each day", async () => {
  const days = [
    day({ due_date: "2026-12-01", batch: "b2", late: true }),
    day({}),
    day({ due_date: "2026-11-29", state: "missed", batch: null, why: "The service was down." }),
  ];
  const counts = { planned: 12, passed: 11 };
  const batches = pageOf(
    { id: "b1", state: "finished", verdict: "failed", counts },
    { id: "b2", state: "running", verdict: "no_result", counts },
  );
  await shown({ ...on, days }, "viewer", { [BATCHES]: batches });
  const list = await screen.findByRole("list", { name: "Days so far" });
  await within(list).findByText("Failed");
  const [running, failed, missed] = within(list).getAllByRole("listitem");
  expect(running).toHaveTextContent(/Tue,? 1 DecRunning11 of 12 runs passedLate/);
  expect(failed).toHaveTextContent(/Mon,? 30 NovFailed11 of 12 runs passed/);
  expect(missed).toHaveTextContent(/MissedThe service was down\.$/);
  expect(within(missed as HTMLElement).queryByRole("link")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

it("says that nothing runs while no test is accepted", async () => {
  const nothing = new Refused(409, "nothing_to_run", "There is no accepted test.");
  await shown(on, "admin", { [ESTIMATE]: nothing });
  expect(await screen.findByText("No test is accepted yet, so nothing runs until one is.")).toBeVisible();
});

it("tells a time of the day by the clock of the reader", () => {
  const at = (minutes: number) => ({ getTimezoneOffset: () => -minutes }) as Date;
  expect(localTime("06:00", at(60))).toBe("07:00");
  expect(localTime("23:30", at(330))).toBe("05:00");
  expect(localTime("01:00", at(-120))).toBe("23:00");
  expect(localTime("06:00", at(0))).toBeNull();
  expect(localTime("", at(60))).toBeNull();
  expect(["06:00", "24:00", "6:00", "23:59"].map(isTime)).toEqual([true, false, false, true]);
});
