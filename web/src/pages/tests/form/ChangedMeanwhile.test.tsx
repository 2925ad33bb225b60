import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { FORM_DOOR } from "../../../test/kinds";
import { acceptanceTest } from "../../../test/samples";
import { Refused, service } from "../../../test/service";
import { show } from "../../../test/show";
import { DraftDialog } from "./DraftDialog";

const PUT = "PUT /api/tests/t1";
const changed = new Refused(409, "changed", "Somebody changed it.", { revision: "r2" });
const name = () => screen.getByRole("textbox", { name: "Name" });

/** The form of a draft that somebody else changes while its name is typed; it has been tried to save. */
async function refused() {
  const theirs = acceptanceTest({ name: "Theirs", revision: "r2" });
  const saved: unknown[] = [];
  const door = service({
    ...FORM_DOOR,
    "POST /api/setting": new Refused(503, "busy", "Busy."),
    "GET /api/tests/t1": theirs,
    [PUT]: (body: unknown) => (saved.push(body) === 1 ? changed : theirs),
  });
  await show(<DraftDialog agent="invoices" test={acceptanceTest()} onClose={() => {}} />);
  await screen.findByRole("button", { name: "Add a criterion" });
  await userEvent.type(name(), "!");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText("Not saved: this draft was changed meanwhile")).toBeVisible();
  expect(name()).toHaveValue("Names the clause!");
  return () => door.matched.filter(Boolean);
}

it("saves what was typed over the newer one, if a person says so", async () => {
  const matched = await refused();
  await userEvent.click(screen.getByRole("button", { name: "Save mine over theirs" }));
  await waitFor(() => expect(matched()).toEqual(['"r1"', '"r2"']));
});

it("shows the newer one and goes on from there", async () => {
  const matched = await refused();
  await userEvent.click(screen.getByRole("button", { name: "Give up mine and show theirs" }));
  await waitFor(() => expect(name()).toHaveValue("Theirs"));
  expect(screen.queryByText("Not saved: this draft was changed meanwhile")).toBeNull();
  await userEvent.type(name(), "?");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(matched()).toEqual(['"r1"', '"r2"']));
});
