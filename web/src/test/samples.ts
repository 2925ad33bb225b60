import type { Test } from "../api/useTests";
import type { Envelope } from "../chat/events";
import type { CriterionResult } from "../ui/bound";

export function result(changes: Partial<CriterionResult> = {}): CriterionResult {
  return {
    criterion: 0,
    kind: "satisfiesAssertion",
    k: 5,
    n: 5,
    planned: 5,
    lower: 0.5655,
    threshold: 0.5,
    must_pass: 5,
    verdict: "passed",
    reasons: [],
    ...changes,
  };
}

/** Five runs, two of them done and passed. */
export const counts = {
  planned: 5,
  done: 2,
  passed: 2,
  failed: 0,
  could_not_judge: 0,
  could_not_run: 0,
  cancelled: 0,
};

export function acceptanceTest(changes: Partial<Test> = {}): Test {
  return {
    id: "t1",
    agent: "invoices",
    name: "Names the clause",
    state: "draft",
    revision: "r1",
    situation: { messages: [{ role: "user", text: "Please check INV-1." }] },
    criteria: [{ kind: "satisfiesAssertion", assertion: "Names a clause." }],
    runs: 5,
    setting: ["All 5 runs must pass."],
    sentences: ["The assessment names a clause."],
    warnings: [],
    created_at: "2026-11-01T10:00:00Z",
    created_by: "anna",
    ...changes,
  };
}

type Event = Envelope["event"];

/** Numbers events as the log of a thread does. */
export function logOf(...events: [turn: string, event: Record<string, unknown>][]): Envelope[] {
  return events.map(([turn_id, event], position) => ({
    seq: position + 1,
    turn_id,
    at: "2026-11-01T10:00:00Z",
    event: event as Event,
  }));
}

export const started = { type: "RUN_STARTED", threadId: "th", runId: "r" };
export const succeeded = { type: "RUN_FINISHED", threadId: "th", runId: "r", outcome: { type: "success" } };

export function message(id: string, role: "user" | "assistant", text: string): Record<string, unknown>[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId: id, role },
    { type: "TEXT_MESSAGE_CONTENT", messageId: id, delta: text },
    { type: "TEXT_MESSAGE_END", messageId: id },
  ];
}

export const asking = {
  type: "RUN_FINISHED",
  threadId: "th",
  runId: "r",
  outcome: {
    type: "interrupt",
    interrupts: [
      {
        id: "p1",
        reason: "approval",
        message: "Run all accepted tests",
        toolCallId: "c1",
        metadata: {
          digest: "d1",
          facts: [{ label: "Runs", value: "16" }],
          warning: "Writes are real.",
          action: "run",
        },
      },
    ],
  },
};

export const approved = {
  type: "CUSTOM",
  name: "proposal_answered",
  value: { proposal: "p1", state: "approved", by: "anna" },
};
