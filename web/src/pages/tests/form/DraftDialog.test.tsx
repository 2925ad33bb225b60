import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { FORM_DOOR, INVENTED, KINDS } from "../../../test/kinds";
import { acceptanceTest } from "../../../test/samples";
import { Refused, service } from "../../../test/service";
import { show } from "../../../test/show";
import { DraftDialog } from "./DraftDialog";
import { fieldsOf, type JsonSchema } from "./schema/shape";
import type { Setting } from "./settingRules";

const SETTING = "POST /api/setting";
const CREATE = "POST /api/agents/invoices/tests";

const fine = (changes: Partial<Setting> = {}): Setting => ({
  runs: 5,
  threshold: 0.5,
  ok: true,
  code: "ok",
  message: "All 5 runs must pass.",
  sentences: ["With 5 runs, a good agent fails this test 41 % of the time."],
  must_pass: 5,
  n_min: 4,
  t_max: 0.5655,
  next_runs: 8,
  ...changes,
});
const outOfReach = fine({
  ok: false,
  code: "needs_more_runs",
  message: "5 runs can never meet a threshold of 0.9.",
  sentences: [],
  must_pass: null,
  n_min: 35,
  next_runs: null,
});

async function opened(answers: Record<string, unknown> = {}, test?: ReturnType<typeof acceptanceTest>) {
  const door = service({ ...FORM_DOOR, [SETTING]: fine(), ...answers });
  const onClose = vi.fn();
  const { unmount } = await show(<DraftDialog agent="invoices" test={test} onClose={onClose} />);
  await screen.findByRole("button", { name: "Add a criterion" });
  return { door, onClose, unmount };
}

async function add(title: string) {
  await userEvent.click(screen.getByRole("button", { name: "Add a criterion" }));
  const kind = KINDS.concat(INVENTED).find((known) => known.title === title)?.kind;
  await userEvent.click(await screen.findByRole("menuitem", { name: `${title} ${kind}` }));
  return screen.findByRole("group", { name: new RegExp(`^Criterion \\d+: ${title}$`) });
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Save draft" }));
const bodyOf = (door: ReturnType<typeof service>, call: string) =>
  door.asked.find((asked) => asked.call === call)?.body as Record<string, unknown>;

async function writeNameAndMessage() {
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Reads first");
  await userEvent.type(screen.getByRole("textbox", { name: "Message 1" }), "Check INV-1.");
}

describe("DraftDialog", () => {
  it.each([...KINDS, INVENTED].map((kind) => [kind.kind, kind] as const))(
    "offers and draws %s",
    async (_, kind) => {
      await opened();
      const card = await add(kind.title);
      expect(within(card).getByText(kind.description)).toBeVisible();
      for (const { label } of fieldsOf(kind.parameters as JsonSchema))
        expect(within(card).getAllByText(label)[0]).toBeVisible();
    },
    40_000,
  );

  it("sends what was written, tools by choice and values by kind", async () => {
    const { door, onClose } = await opened({ [CREATE]: acceptanceTest({ id: "t9" }) });
    await writeNameAndMessage();
    const card = await add("Calls a tool with the right details");
    await userEvent.click(within(card).getByRole("combobox", { name: "Tool" }));
    await userEvent.click(await screen.findByRole("option", { name: "read_invoice" }));
    await userEvent.click(within(card).getByRole("button", { name: "Add to Parameters" }));
    await userEvent.type(within(card).getByRole("combobox", { name: "Name 1" }), "invoice");
    await userEvent.type(within(card).getByRole("textbox", { name: "Equals" }), "INV-1");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bodyOf(door, CREATE)).toEqual({
      name: "Reads first",
      situation: { messages: [{ role: "user", text: "Check INV-1." }] },
      simulated_user: null,
      criteria: [
        { kind: "toolParametersContain", tool: "read_invoice", parameters: { invoice: { equals: "INV-1" } } },
      ],
      runs: null,
      threshold: null,
      attributes: {},
      expected_behaviors: [],
    });
  }, 40_000);

  it("sends a kind that the page has never heard of", async () => {
    const { door } = await opened({ [CREATE]: acceptanceTest() });
    const card = await add(INVENTED.title);
    await userEvent.type(within(card).getByRole("textbox", { name: "Hours" }), "4");
    await userEvent.click(within(card).getByRole("combobox", { name: "Channel" }));
    await userEvent.click(await screen.findByRole("option", { name: "mail" }));
    await userEvent.type(within(card).getByRole("textbox", { name: "Words 1" }), "soon");
    await userEvent.type(within(card).getByRole("textbox", { name: "Opens" }), "9:00");
    await userEvent.type(within(card).getByRole("textbox", { name: "Strange" }), "7");
    await save();
    await waitFor(() => expect(door.calls()).toContain(CREATE));
    expect(bodyOf(door, CREATE).criteria).toEqual([
      {
        kind: "callsBackWithin",
        hours: 4,
        channel: "mail",
        urgent: false,
        words: ["soon"],
        window: { opens: "9:00" },
        strange: 7,
      },
    ]);
  }, 40_000);

  it("does not send what is no JSON, and marks it", async () => {
    const { door } = await opened();
    const card = await add("Answer is JSON");
    await userEvent.type(within(card).getByRole("textbox", { name: "Schema" }), "{{oops");
    await save();
    expect(await screen.findByText("Criterion 1, schema: This is not valid JSON.")).toBeVisible();
    expect(within(card).getByRole("textbox", { name: "Schema" })).toHaveValue("{oops");
    expect(door.calls()).not.toContain(CREATE);
  }, 40_000);

  it("shows a refusal at its field and keeps all that was typed", async () => {
    const problems = [{ field: "situation.messages.0.text", detail: "Say who it is about." }];
    const { onClose } = await opened({
      [CREATE]: new Refused(422, "invalid", "situation: no.", { field: problems[0]?.field, problems }),
    });
    await writeNameAndMessage();
    await save();
    const message = screen.getByRole("textbox", { name: "Message 1" });
    await waitFor(() => expect(message).toBeInvalid());
    expect(message).toHaveAccessibleDescription("Say who it is about.");
    expect(message).toHaveFocus();
    expect(message).toHaveValue("Check INV-1.");
    expect(screen.getByText("Message 1: Say who it is about.")).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  }, 40_000);

  it("changes a draft without losing what its fields do not show", async () => {
    const criteria = [
      { kind: "invokesTool", tool: "gone_tool", before: null, times: { at_least: 2, at_most: null } },
    ];
    const test = acceptanceTest({
      criteria: criteria as never,
      attributes: { city: "Oslo", zip: "0150" },
      expected_behaviors: ["Names the clause."],
    });
    const { door } = await opened({ "PUT /api/tests/t1": test }, test);
    expect(screen.getByRole("combobox", { name: "Tool" })).toHaveValue("gone_tool");
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "!");
    await save();
    await waitFor(() => expect(door.calls()).toContain("PUT /api/tests/t1"));
    expect(bodyOf(door, "PUT /api/tests/t1")).toMatchObject({
      name: "Names the clause!",
      criteria,
      attributes: { city: "Oslo", zip: "0150" },
      expected_behaviors: ["Names the clause."],
      runs: 5,
    });
  }, 40_000);

  it("asks before what was typed is given up, and brings it back after a reload", async () => {
    const { onClose, unmount } = await opened();
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Half");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Half");
    expect(onClose).not.toHaveBeenCalled();

    unmount();
    await opened();
    expect(screen.getByText(/What you had typed before is back/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Half");
  }, 40_000);

  it("moves the focus from a row that is taken away to the button that adds one", async () => {
    await opened();
    await add("Stays in character");
    await userEvent.click(screen.getByRole("button", { name: "Remove criterion 1" }));
    expect(screen.queryByRole("group", { name: /^Criterion 1/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Add a criterion" })).toHaveFocus();
  });

  it("closes at once when nothing was typed", async () => {
    const { onClose } = await opened();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalled();
  });
});

describe("the setting", () => {
  it("says what must happen, and takes the next number of runs worth having", async () => {
    const { door } = await opened();
    await add("Satisfies an assertion");
    expect(await screen.findByText("All 5 runs must pass.")).toBeVisible();
    expect(screen.getByText(/fails this test 41 % of the time/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Use 8 runs" }));
    expect(screen.getByRole("textbox", { name: "Runs" })).toHaveValue("8");
    await waitFor(() =>
      expect(door.asked).toContainEqual({ call: SETTING, body: { runs: 8, threshold: null, judged: true } }),
    );
  }, 40_000);

  it("offers the numbers that work in place of those that cannot", async () => {
    await opened({
      [SETTING]: (asked: { threshold: number | null }) => (asked.threshold === 0.9 ? outOfReach : fine()),
    });
    await add("Satisfies an assertion");
    const threshold = screen.getAllByRole("textbox", { name: "Threshold" }).at(-1) as HTMLElement;
    await userEvent.type(threshold, "0.9");
    expect(await screen.findByText("5 runs can never meet a threshold of 0.9.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Use 35 runs" }));
    expect(screen.getByRole("textbox", { name: "Runs" })).toHaveValue("35");
    await userEvent.click(screen.getByRole("button", { name: "Use threshold 0.5655" }));
    expect(threshold).toHaveValue("0.5655");
  }, 40_000);

  it("explains criteria of both kinds once while they ask for the same, and apart once they do not", async () => {
    const { door } = await opened({
      [SETTING]: ({ runs, judged }: { runs: number | null; judged: boolean }) => {
        const must = runs === 8 && judged ? 7 : (runs ?? 5);
        return fine({ must_pass: must, message: `${must} of ${runs ?? 5} must pass.` });
      },
    });
    await add("Satisfies an assertion");
    await add("Stays in character");
    await add("Answer contains text");
    await waitFor(() =>
      expect(door.asked).toContainEqual({ call: SETTING, body: { runs: 5, threshold: null, judged: false } }),
    );
    expect(await screen.findAllByText("5 of 5 must pass.")).toHaveLength(1);
    expect(screen.queryByText("Judged by a model")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Use 8 runs" }));
    expect(await screen.findByText("7 of 8 must pass.")).toBeVisible();
    expect(screen.getByText("8 of 8 must pass.")).toBeVisible();
    expect(screen.getByText("Judged by a model")).toBeVisible();
    expect(screen.getByText("Checked by code")).toBeVisible();
  }, 40_000);
});
