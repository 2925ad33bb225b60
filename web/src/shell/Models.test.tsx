import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { service } from "../test/service";
import { show } from "../test/show";
import { Models } from "./Models";

it("says which model serves which role, and which are offline", async () => {
  const models = [
    { role: "judge", model: "acme/large", offline: false, note: "" },
    { role: "assistant", model: "offline:rules", offline: true, note: "Reads plain descriptions." },
  ];
  service({ "GET /api/session": { name: "anna", role: "viewer", offline: true, models } });
  await show(<Models />);
  await userEvent.click(screen.getByRole("button", { name: "Models" }));
  const [judge, assistant] = await screen.findAllByRole("listitem");
  expect(judge).toHaveTextContent("Judgeacme/large");
  expect(judge).not.toHaveTextContent("offline");
  expect(assistant).toHaveTextContent("Assistantoffline:rulesofflineReads plain descriptions.");
  expect(within(await screen.findByRole("dialog", { name: "Models" })).getByRole("list")).toBeVisible();
});
