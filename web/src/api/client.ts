import createFetchClient, { type Middleware } from "openapi-fetch";
import createClient from "openapi-react-query";
import { answered, unanswered } from "./away";
import { ApiError } from "./errors";
import type { components, paths } from "./schema";

/** The only way to name a type of the server. */
export type Schemas = components["schemas"];

const UNREACHABLE = "The service does not answer. Check that it is running, then try again.";

async function problemOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = (body ?? {}) as Record<string, unknown>;
  const { error, detail } = fields;
  const sentence =
    typeof detail === "string" ? detail : `The service answered with status ${response.status}.`;
  return new ApiError(response.status, typeof error === "string" ? error : "unknown", sentence, fields);
}

const door: Middleware = {
  onRequest({ request }) {
    // Marks a request as made by this page; the service refuses changes by cookie without it.
    request.headers.set("X-Requested-With", "optimize");
    return request;
  },
  async onResponse({ response }) {
    answered();
    if (!response.ok) throw await problemOf(response);
  },
  onError({ error, request }) {
    if (error instanceof ApiError) return error;
    // What the page itself gave up tells nothing of the service.
    if (!request.signal.aborted) unanswered();
    return new ApiError(0, "unreachable", UNREACHABLE);
  },
};

export const http = createFetchClient<paths>({
  baseUrl: window.location.origin,
  // Looked up at each call, so that a test can stand in for the service.
  fetch: (request) => globalThis.fetch(request),
});
http.use(door);

export const api = createClient(http);
