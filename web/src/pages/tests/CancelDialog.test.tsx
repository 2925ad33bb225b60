import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { counts } from "../../test/samples";
import { pageOf, service } from "../../test/service";
import { show } from "../../test/show";
import { ActiveBatches } from "./ActiveBatches";

const batch = {
  id: "b1",
  kind: "run_all",
  counts,
  tests: [{ name: "T" }],
  exploratory_reason: null,
  paused: null,
};

async function opened() {
  const asked = service({
    "GET /api/session": { name: "anna", role: "admin", offline: true, models: [] },
    "GET /api/agents/invoices/batches": pageOf(batch),
    "POST /api/batches/b1/cancel": { ...batch, state: "cancelled" },
  });
  await show(<ActiveBatches agent="invoices" reason="why" />);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel runs" }));
  return { asked, dialog: within(await screen.findByRole("dialog")) };
}

const cancelled = ({ calls }: ReturnType<typeof service>) =>
  calls().filter((call) => call.startsWith("POST"));

it("cancels nothing before a yes", async () => {
  const { asked, dialog } = await opened();
  await userEvent.click(dialog.getByRole("button", { name: "Keep running" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(cancelled(asked)).toEqual([]);
});

it("cancels after a yes", async () => {
  const { asked, dialog } = await opened();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel runs" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(cancelled(asked)).toHaveLength(1);
});
