import { vi } from "vitest";

type Answer = unknown | ((body: unknown) => unknown);

/** A refusal the service gives. */
export class Refused {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly detail: string,
    readonly fields: Record<string, unknown> = {},
  ) {}
}

/** A service that answers `"GET /api/…"` with what is given, and remembers what was asked of it. */
export function service(answers: Record<string, Answer>) {
  const asked: { call: string; body: unknown }[] = [];
  const matched: string[] = [];
  const searched: [call: string, query: string][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const call = `${request.method} ${url.pathname}`;
    const text = await request.text();
    const body: unknown = text ? JSON.parse(text) : undefined;
    asked.push({ call, body });
    searched.push([call, url.search.slice(1)]);
    matched.push(request.headers.get("If-Match") ?? "");
    const found = answers[call];
    const answer: unknown = typeof found === "function" ? found(body) : found;
    if (answer instanceof Refused) {
      return Response.json(
        { error: answer.error, detail: answer.detail, ...answer.fields },
        { status: answer.status },
      );
    }
    if (answer === undefined)
      return Response.json({ error: "not_found", detail: `No ${call}.` }, { status: 404 });
    return Response.json(answer);
  });
  return {
    asked,
    /** The revision that each request asked for. */ matched,
    /** What each request of this kind asked for in its address. */
    queries: (of: string) => searched.filter(([call]) => call === of).map(([, query]) => query),
    calls: () => asked.map(({ call }) => call),
  };
}

export const pageOf = (...items: unknown[]) => ({ items, next: null });
