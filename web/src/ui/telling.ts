const LONGEST = 160;
/** How a criterion is checked, not what for: it tells hardly one from another of its kind. */
const SETTINGS = new Set(["kind", "threshold", "case_sensitive", "calls", "scope", "of", "report", "schema"]);
/** Speaks for itself without its name. */
const BARE = new Set(["tool", "texts", "any_of", "assertion", "pattern"]);

/** What tells a criterion from others of its kind, shortened: "find_order · order equals 99". Empty where nothing does. */
export function tellingOf(criterion: object): string {
  const parts = Object.entries(criterion)
    .filter(([name]) => !SETTINGS.has(name))
    .flatMap(([name, value]) => partsOf(name, value));
  const whole = parts.map((part) => part.replace(/\s+/g, " ")).join("\u00a0· ");
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1)}…` : whole;
}

function partsOf(name: string, value: unknown): string[] {
  const said = textOf(value);
  if (!said) return [];
  if (BARE.has(name)) return [said];
  // The name of a group is left out where its members bring names of their own.
  return [name === "parameters" ? said : `${name.replaceAll("_", " ")} ${said}`];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .filter(([, held]) => textOf(held))
    .map(([name, held]) => `${name.replaceAll("_", " ")} ${textOf(held)}`)
    .join(", ");
}
