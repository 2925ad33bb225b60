import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { show } from "../test/show";
import { Approval } from "./Approval";

const admin = { write: true, decide: true };

import type { Card } from "./events";

const card: Card = {
  kind: "card",
  id: "p1",
  title: "Accept “Names the clause”",
  digest: "d1",
  facts: [{ label: "Runs", value: "5" }],
  warning: "Suggested after reading run 12.",
  answer: null,
};
const approve = () => screen.queryByRole("button", { name: "Approve" });
const dont = () => screen.queryByRole("button", { name: "Don't" });

describe("Approval", () => {
  it("draws the service's facts and hands back the answer", async () => {
    const onAnswer = vi.fn();
    await show(<Approval card={card} sent={false} notice={undefined} may={admin} onAnswer={onAnswer} />);
    expect(screen.getByRole("group", { name: "Approval: Accept “Names the clause”" })).toBeVisible();
    expect(screen.getByRole("alert")).toBeInTheDocument();
    expect(screen.getByText("Runs")).toBeVisible();
    expect(screen.getByText("Suggested after reading run 12.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Don't" }));
    expect(onAnswer).toHaveBeenLastCalledWith(card, false);
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    expect(onAnswer).toHaveBeenLastCalledWith(card, true);
  });

  it("takes no second answer while the first is on its way", async () => {
    await show(<Approval card={card} sent notice={undefined} may={admin} onAnswer={() => {}} />);
    expect(approve()).toBeDisabled();
    expect(dont()).toBeDisabled();
  });

  it("shows who answered, and no buttons", async () => {
    const answer = { state: "approved", by: "anna" };
    await show(
      <Approval card={{ ...card, answer }} sent={false} notice={undefined} may={admin} onAnswer={() => {}} />,
    );
    expect(screen.getByText("Approved")).toBeVisible();
    expect(screen.getByText("by anna")).toBeVisible();
    expect(approve()).toBeNull();
    expect(screen.queryByText(/needs your approval/)).toBeNull();
  });

  it("says in the card why an answer was refused", async () => {
    const notice = { sentence: "Too many messages: send it again.", stale: false, over: false };
    await show(<Approval card={card} sent={false} notice={notice} may={admin} onAnswer={() => {}} />);
    expect(screen.getByText(notice.sentence)).toBeVisible();
    expect(approve()).toBeEnabled();
  });

  it("does not ask for another answer once the log tells of one", async () => {
    const answered = { ...card, answer: { state: "declined", by: "anna" } };
    const notice = { sentence: "Not connected. Answer again.", stale: false, over: false };
    await show(<Approval card={answered} sent={false} notice={notice} may={admin} onAnswer={() => {}} />);
    expect(screen.getByText("Declined")).toBeVisible();
    expect(screen.queryByText(notice.sentence)).toBeNull();
  });

  it("blames nobody for a card that another message closed", async () => {
    const answer = { state: "declined", by: "anna", instead: true };
    await show(
      <Approval card={{ ...card, answer }} sent={false} notice={undefined} may={admin} onAnswer={() => {}} />,
    );
    expect(screen.getByText("Not done: another message came first.")).toBeVisible();
    expect(screen.queryByText("Declined")).toBeNull();
    expect(screen.queryByText("by anna")).toBeNull();
  });

  it.each([
    { stale: true, over: false },
    { stale: false, over: true },
  ])("takes no yes to a card that can have none, and says why: %o", async (kind) => {
    const notice = { sentence: "This has changed since you looked.", ...kind };
    await show(<Approval card={card} sent={false} notice={notice} may={admin} onAnswer={() => {}} />);
    expect(approve()).toBeDisabled();
    expect(approve()).toHaveAccessibleDescription(notice.sentence);
    if (kind.over) expect(dont()).toBeDisabled();
    else expect(dont()).toBeEnabled();
  });

  it("keeps each label whole, and gives a long fact the whole width", async () => {
    const facts = [
      { label: "Runs", value: "5" },
      { label: "toolParametersContain", value: "Short." },
      { label: "Means", value: "All of it. ".repeat(10) },
    ];
    await show(
      <Approval card={{ ...card, facts }} sent={false} notice={undefined} may={admin} onAnswer={() => {}} />,
    );
    const label = screen.getByText("toolParametersContain");
    expect(label.querySelector("wbr")).toBeNull();
    const long = facts.map((fact) => screen.getByText(fact.label).closest("div")?.dataset.long);
    expect(long).toEqual(["false", "true", "true"]);
  });

  it("shows what a fact means letter by letter as code", async () => {
    const facts = [{ label: "Asks", value: "An order matching `PO-\\d+`." }];
    await show(
      <Approval card={{ ...card, facts }} sent={false} notice={undefined} may={admin} onAnswer={() => {}} />,
    );
    expect(screen.getByText("PO-\\d+").tagName).toBe("CODE");
  });
});
