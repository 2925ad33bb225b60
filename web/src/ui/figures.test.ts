import { describe, expect, it } from "vitest";
import { boundText, floorPercent, ruleText } from "./bound";
import { costText, count, dollars, spentText, tokens } from "./money";
import { ahead, atMinuteUtc, duration } from "./when";

describe("a lower bound", () => {
  it.each([
    [0.5655, 56],
    [0.57, 57],
    [0.29, 29],
    [0.4999, 49],
    [0.99999, 99],
    [1, 100],
    [0, 0],
  ])("%f is shown as %i %%, never rounded up", (share, percent) => {
    expect(floorPercent(share)).toBe(percent);
  });

  it("is said with its n, and as no result while nothing has counted", () => {
    expect(boundText({ k: 5, n: 5, lower: 0.5655 })).toBe("≥ 56 %, 5 of 5");
    expect(boundText({ k: 0, n: 5, lower: 0 })).toBe("≥ 0 %, 0 of 5");
    expect(boundText({ k: 0, n: 0, lower: null })).toBe("no result");
    expect(boundText({ k: 2, n: 5, lower: 0.41, score: 0.8 })).toBe("≥ 41 %, mean 80 % of 5");
  });

  it("is said with what it has to clear", () => {
    expect(ruleText({ threshold: 0.5, planned: 8, must_pass: 7 })).toBe("7 of 8 must pass, above 50 %");
    expect(ruleText({ threshold: 0.57, planned: 6, must_pass: 6 })).toBe("all 6 must pass, above 57 %");
    expect(ruleText({ threshold: 0.9, planned: 35, must_pass: 35, score: 0.97 })).toBe("must be above 90 %");
    expect(ruleText({ threshold: 0.5, planned: 2, must_pass: 3 })).toBe("must be above 50 %");
    expect(ruleText({ threshold: null, planned: 5, must_pass: 5 })).toBe("all 5 must pass");
    expect(ruleText({ threshold: null, planned: 1, must_pass: 1 })).toBe("the one run must pass");
    expect(ruleText({ threshold: null, planned: 5, must_pass: 0 })).toBeNull();
  });
});

describe("money", () => {
  it.each([
    ["12.5", "$12.50"],
    ["1234.5", "$1,234.50"],
    ["0.0341", "$0.034"],
    ["0.00312", "$0.0031"],
    ["0.0000042", "$0.0000042"],
    ["0.0000000001", "under $0.000001"],
  ])("%s is shown as %s", (amount, text) => {
    expect(dollars(amount)).toBe(text);
  });

  it("is never zero when the price is unknown, and free only when calls cost nothing", () => {
    expect(costText({ calls: 3, money: null, price_unknown: true })).toBe("price unknown");
    expect(costText({ calls: 3, money: "0", price_unknown: true })).toBe("price unknown");
    expect(costText({ calls: 3, money: "0", price_unknown: false })).toBe("free");
    expect(spentText({ calls: 2, money: null, price_unknown: true })).toBe("price unknown, 2 model calls");
    expect(spentText({ calls: 0, money: "0", price_unknown: false })).toBe("no model calls");
    expect(costText({ calls: 0, money: "0", price_unknown: false })).toBe("no calls");
    expect(costText({ calls: 3, money: "0.02", price_unknown: false })).toBe("$0.020");
  });
});

it("counts and durations read as words", () => {
  expect(count(1, "model call")).toBe("1 model call");
  expect(count(31250, "token")).toBe("31,250 tokens");
  expect(tokens(null)).toBe("unknown");
  expect(duration(840.4)).toBe("840 ms");
  expect(duration(3240)).toBe("3.2 s");
  expect(duration(125_000)).toBe("2 min 5 s");
});

describe("a moment to come", () => {
  const due = "2026-12-02T06:00:00Z";

  it("is said by the clock of the schedule", () => {
    expect(atMinuteUtc(due)).toMatch(/^Wed,? 2 Dec,? 06:00 UTC$/);
  });

  it.each([
    ["2026-12-02T05:59:50Z", "in 1 min"],
    ["2026-12-02T05:15:00Z", "in 45 min"],
    ["2026-12-01T16:00:00Z", "in 14 h"],
    ["2026-12-01T15:55:00Z", "in 14 h 5 min"],
    ["2026-12-02T06:00:01Z", "in 1 min"],
  ])("seen from %s is %s off", (now, text) => {
    expect(ahead(due, Date.parse(now))).toBe(text);
  });
});
