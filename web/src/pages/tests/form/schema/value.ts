export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Something typed that cannot be sent yet, with the reason; `raw` is what stands in the field. */
export class Unfinished {
  constructor(
    readonly problem: string,
    readonly raw: Json,
  ) {}

  /** What is kept over a reload. */
  toJSON(): Json {
    return this.raw;
  }
}

export interface Values {
  [name: string]: Value;
}
/** What a field holds; undefined or null: nothing. */
export type Value = string | number | boolean | null | undefined | Unfinished | Value[] | Values;

export function isValues(value: Value): value is Values {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Unfinished)
  );
}

export const isNothing = (value: Value): value is null | undefined => value === null || value === undefined;
export const isBlank = (value: Value) => isNothing(value) || value === "";

/** What cannot be sent yet, with where it stands. */
export function unfinishedIn(value: Value, path = ""): { path: string; problem: string }[] {
  if (value instanceof Unfinished) return [{ path, problem: value.problem }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    unfinishedIn(inner, path ? `${path}.${name}` : name),
  );
}

/** A text that reads as JSON is that value, any other is itself: `15` is a number, `INV-15` a text. */
export function looseValue(text: string): Json | undefined {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The text that `looseValue` reads back as the same value. */
export function looseText(value: Value): string {
  if (isNothing(value)) return "";
  if (value instanceof Unfinished) return String(value.raw);
  if (typeof value !== "string") return JSON.stringify(value);
  return looseValue(value) === value ? value : JSON.stringify(value);
}
