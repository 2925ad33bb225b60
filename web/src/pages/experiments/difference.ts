import type { Schemas } from "../../api/client";

/** Rounded away from zero to whole points, so that an interval is never shown narrower than it is. */
function points(share: number, round: (value: number) => number): string {
  const value = round(Number((share * 100).toFixed(6)));
  return value < 0 ? `−${-value}` : `${value > 0 ? "+" : ""}${value}`;
}

/** "Between −100 and −46 percentage points (95 % confidence)."; nothing where there is no result on both sides. */
export function apartText({ low, high }: Pick<Schemas["ComparedRow"], "low" | "high">): string | null {
  if (low === null || high === null) return null;
  return `Between ${points(low, Math.floor)} and ${points(high, Math.ceil)} percentage points (95 % confidence).`;
}
