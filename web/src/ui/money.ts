import type { Schemas } from "../api/client";

const grouped = new Intl.NumberFormat("en-US");

/** US dollars with enough digits to say something: two figures below a cent, cents above. */
export function dollars(amount: string | number): string {
  const value = Number(amount);
  if (value === 0) return "$0";
  if (value < 0.000001) return "under $0.000001";
  if (value >= 0.1)
    return `$${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const decimals = Math.min(7, 1 - Math.floor(Math.log10(value)));
  return `$${value.toFixed(decimals)}`;
}

type Cost = Pick<Schemas["Cost"], "calls" | "money" | "price_unknown">;

/** What something cost. A price nobody knows is said to be unknown; calls that cost nothing are free. */
export function costText(cost: Cost): string {
  if (cost.price_unknown || cost.money === null || cost.money === undefined) return "price unknown";
  if (!cost.calls) return "no calls";
  return Number(cost.money) === 0 ? "free" : dollars(cost.money);
}

/** The same, with how many calls it took. */
export function spentText(cost: Cost): string {
  return cost.calls ? `${costText(cost)}, ${count(cost.calls, "model call")}` : "no model calls";
}

export function count(value: number, noun: string): string {
  return `${grouped.format(value)} ${noun}${value === 1 ? "" : "s"}`;
}

export function tokens(value: number | null | undefined): string {
  return value === null || value === undefined ? "unknown" : grouped.format(value);
}
