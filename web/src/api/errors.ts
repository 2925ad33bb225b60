/** A refusal of the service, or its silence (status 0). `message` is one sentence for the person. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** What else the refusal carries for programs: the field it is about, the numbers that would work. */
    readonly fields: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "Something went wrong. Reload the page.";
}
