interface Told {
  summary?: unknown;
  data?: Record<string, unknown>;
}

function read(json: string | null): unknown {
  if (!json) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

export function prettyJson(json: string): string {
  const value = read(json);
  return value === null ? json : JSON.stringify(value, null, 2);
}

export function summaryOf(result: string | null): string | null {
  const told = read(result) as Told | null;
  return typeof told?.summary === "string" && told.summary ? told.summary : null;
}

/** A field of what the tool was called with. */
export function argument(args: string, name: string): unknown {
  return (read(args) as Record<string, unknown> | null)?.[name];
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

/** The test a result speaks about, so that it can be opened beside the chat. */
export function testIn(result: string | null): string | null {
  const test = (read(result) as Told | null)?.data?.test;
  return typeof test === "string" ? test : null;
}
