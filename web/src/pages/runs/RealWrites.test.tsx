import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "../../test/show";
import { RealWrites } from "./RealWrites";

const WRITE = { tool: "refund", arguments: { order: "O-1" }, at: "2026-01-05T12:00:00Z", attempt: 1 };

test("a write whose answer never came says what to do", async () => {
  await show(<RealWrites writes={[{ ...WRITE, state: "unknown" }]} />);
  expect(screen.getByRole("list", { name: "Real writes" })).toHaveTextContent(
    "nobody knows whether it took effect: look there before you run this again",
  );
  expect(screen.getByText('{"order":"O-1"}')).toBeVisible();
});

test("a run without one says nothing of them", async () => {
  await show(<RealWrites writes={[]} />);
  expect(screen.queryByText("Real writes")).toBeNull();
});
