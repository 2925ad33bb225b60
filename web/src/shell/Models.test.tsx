import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Refused, service } from "../test/service";
import { show } from "../test/show";
import { Models } from "./Models";

it("says which model serves which role, and which are offline", async () => {
  const models = [
    { role: "judge", model: "acme/large", offline: false, note: "" },
    { role: "assistant", model: "offline:rules", offline: true, note: "Reads plain descriptions." },
  ];
  service({ "GET /api/session": { name: "anna", role: "viewer", offline: true, models } });
  await show(<Models agent="invoices" />);
  await userEvent.click(screen.getByRole("button", { name: "Models" }));
  const [judge, assistant] = await screen.findAllByRole("listitem");
  expect(judge).toHaveTextContent("Judgeacme/large");
  expect(judge).not.toHaveTextContent("offline");
  expect(assistant).toHaveTextContent("Assistantoffline:rulesofflineReads plain descriptions.");
  expect(within(await screen.findByRole("dialog", { name: "Models" })).getByRole("list")).toBeVisible();
});

it("tests a model and says how fast it answers, or what to do", async () => {
  const models = ["judge", "agent", "assistant"].map((role) => ({
    role,
    model: "m",
    offline: false,
    note: "",
  }));
  const answer = (role: string, more: object) => ({ role, model: "m", detail: "", ...more });
  const detail = "The key was refused. Set OPENAI_API_KEY.";
  const tests = "POST /api/agents/invoices/models";
  service({
    "GET /api/session": { name: "anna", role: "editor", offline: false, models },
    [`${tests}/judge/test`]: answer("judge", { answers: true, seconds: 0.41 }),
    [`${tests}/agent/test`]: answer("agent", { answers: false, error: "model_unavailable", detail }),
    [`${tests}/assistant/test`]: new Refused(429, "too_many_model_tests", "Try again in 9 seconds."),
  });
  await show(<Models agent="invoices" />);
  await userEvent.click(screen.getByRole("button", { name: "Models" }));
  for (const [role, sentence] of [
    ["Judge", "Answers (0.4 s)."],
    ["Agent", detail],
    ["Assistant", "Try again in 9 seconds."],
  ]) {
    await userEvent.click(await screen.findByRole("button", { name: `Test the model of the role ${role}` }));
    expect(await screen.findByText(sentence as string)).toBeVisible();
  }
});

it("offers no test to those who may only read", async () => {
  const models = [{ role: "judge", model: "m", offline: false, note: "" }];
  service({ "GET /api/session": { name: "vic", role: "viewer", offline: false, models } });
  await show(<Models agent="invoices" />);
  await userEvent.click(screen.getByRole("button", { name: "Models" }));
  expect(await screen.findByRole("listitem")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Test/ })).toBeNull();
});
