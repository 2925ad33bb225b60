import { onlineManager } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { AcceptanceTests } from "../pages/tests/AcceptanceTests";
import { acceptanceTest, counts } from "../test/samples";
import { pageOf, service } from "../test/service";
import { show } from "../test/show";
import { answered, unanswered } from "./away";
import { http } from "./client";

const batch = {
  id: "b1",
  kind: "run_all",
  counts,
  tests: [{ name: "T" }],
  exploratory_reason: null,
  paused: null,
};
const why = "The service does not answer. Nothing can be started or stopped until it does.";
const runAll = () => screen.findByRole("button", { name: "Run all" });
const cancel = () => screen.findByRole("button", { name: "Cancel runs" });

async function opened() {
  service({
    "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] },
    "GET /api/agents/invoices/batches": pageOf(batch),
    "GET /api/agents/invoices/tests": pageOf(acceptanceTest({ state: "accepted" })),
  });
  await show(<AcceptanceTests agent="invoices" open={undefined} />);
  await waitFor(async () => expect(await runAll()).toBeEnabled());
}

afterEach(() => {
  answered();
  onlineManager.setOnline(true);
});

it.each([
  ["the service is silent", unanswered, answered],
  ["there is no network", () => onlineManager.setOnline(false), () => onlineManager.setOnline(true)],
])("starts and stops nothing while %s, and says why", async (_, leave, comeBack) => {
  await opened();
  act(leave);
  for (const button of [await runAll(), await cancel()]) {
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(why);
  }
  act(comeBack);
  expect(await runAll()).toBeEnabled();
  expect(await cancel()).toBeEnabled();
  expect(screen.queryByText(why)).toBeNull();
});

it("lets a dialog that is open start nothing, either", async () => {
  await opened();
  await userEvent.click(await runAll());
  const start = await screen.findByRole("button", { name: "Start" });
  expect(start).toBeEnabled();
  act(unanswered);
  expect(start).toBeDisabled();
  expect(start).toHaveAccessibleDescription(why);
});

it("learns it from any request, and not from one that the page gave up", async () => {
  await opened();
  const ask = (signal?: AbortSignal) => http.GET("/api/agents", { signal }).catch(() => undefined);
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  await act(() => ask(AbortSignal.abort()));
  expect(await runAll()).toBeEnabled();
  await act(() => ask());
  expect(await runAll()).toBeDisabled();
});
