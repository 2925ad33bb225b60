import { describe, expect, it } from "vitest";
import { approved, asking, logOf, message, started, succeeded } from "../test/samples";
import { type Chat, EMPTY, type Envelope, fold } from "./events";
import { hasMessage, isRunning } from "./questions";

const folded = (log: Envelope[], from: Chat = EMPTY) => log.reduce(fold, from);
const turn = (id: string, events: Record<string, unknown>[]) =>
  events.map((event) => [id, event] as [string, Record<string, unknown>]);

const call = [
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "run_tests" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"te' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: 'sts":[]}' },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
];
const answer = (status: string) => ({
  type: "TOOL_CALL_RESULT",
  messageId: "m",
  toolCallId: "c1",
  content: JSON.stringify({ status, summary: "Started." }),
});

describe("fold", () => {
  const talk = logOf(
    ...turn("u1", [started, ...message("m1", "user", "Run all"), ...call, answer("ok")]),
    ...turn("u1", [...message("m2", "assistant", "Started."), succeeded]),
  );

  it("builds a turn from its events", () => {
    const [only] = folded(talk).turns;
    expect(only?.state).toBe("done");
    expect(only?.items.map((item) => item.kind)).toEqual(["said", "tool", "said"]);
    expect(only?.items[1]).toMatchObject({ name: "run_tests", args: '{"tests":[]}', state: "ok" });
  });

  it("changes nothing when the whole log is replayed", () => {
    const once = folded(talk);
    expect(folded(talk, once)).toBe(once);
  });

  it("ignores a duplicate in the middle of the stream", () => {
    const doubled = talk.flatMap((envelope) => [envelope, envelope]);
    expect(folded(doubled)).toEqual(folded(talk));
  });

  it("stands still at a gap, and goes on when the missing events come", () => {
    const gap = folded([...talk.slice(0, 3), ...talk.slice(5)]);
    expect(gap.seq).toBe(3);
    expect(folded(talk, gap)).toEqual(folded(talk));
  });

  it("keeps a message open while it streams", () => {
    const chat = folded(talk.slice(0, 3));
    expect(chat.turns[0]?.items[0]).toMatchObject({ open: true });
    expect(isRunning(chat)).toBe(true);
    expect(hasMessage(chat, "m1")).toBe(true);
    expect(hasMessage(chat, "m9")).toBe(false);
  });

  it("shows an interrupted turn as such, and starts it anew on a retry", () => {
    const broken = logOf(
      ...turn("u1", [started, ...call, { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" }]),
      ...turn("u1", [{ type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "Half" }]),
      ...turn("u1", [{ type: "RUN_ERROR", message: "The service was restarted.", code: "interrupted" }]),
      ...turn("u1", [started, ...message("m2", "assistant", "Whole"), succeeded]),
    );
    const before = folded(broken.slice(0, 8)).turns[0];
    expect(before).toMatchObject({ state: "interrupted", error: "The service was restarted." });
    expect(before?.items[0]).toMatchObject({ state: "stopped" });
    expect(before?.items[1]).toMatchObject({ open: false });
    const after = folded(broken).turns[0];
    expect(after).toMatchObject({ state: "done", error: null });
    expect(after?.items[1]).toMatchObject({ text: "Whole" });
  });

  it("marks what was being said when a turn was stopped, once it is retried", () => {
    const half = [started, ...message("m1", "user", "Run all"), ...message("m2", "assistant", "Half an")];
    const stopped = { type: "RUN_FINISHED", threadId: "th", runId: "r", outcome: { type: "cancelled" } };
    const log = logOf(
      ...turn("u1", [...half, ...call, stopped, started, ...message("m3", "assistant", "Whole"), succeeded]),
    );
    const marks = (upTo: number) =>
      folded(log.slice(0, upTo)).turns[0]?.items.map((item) => item.kind === "said" && item.cutOff);
    expect(marks(12)).toEqual([false, false, false]);
    expect(marks(13)).toEqual([false, true, false]);
    expect(marks(log.length)).toEqual([false, true, false, false]);
  });

  it("tells a failure from a cancellation", () => {
    const failed = folded(
      logOf(["u1", started], ["u1", { type: "RUN_ERROR", message: "No.", code: "limit" }]),
    );
    expect(failed.turns[0]?.state).toBe("failed");
    const outcome = { type: "cancelled" };
    const stopped = folded(logOf(["u1", started], ["u1", { ...succeeded, outcome }]));
    expect(stopped.turns[0]?.state).toBe("cancelled");
  });

  it("keeps a card and who answered it, from whichever turn the answer came", () => {
    const log = logOf(...turn("u1", [started, ...call, asking]), ["u2", approved]);
    const waiting = folded(log.slice(0, -1));
    expect(waiting.turns[0]?.state).toBe("waiting");
    expect(isRunning(waiting)).toBe(false);
    const card = {
      id: "p1",
      digest: "d1",
      warning: "Writes are real.",
      answer: { state: "approved", by: "anna" },
    };
    expect(folded(log).turns[0]?.items[1]).toMatchObject(card);
  });

  const progress = (done: number, more = {}) => ({
    type: "CUSTOM",
    name: "progress",
    value: { batch: "b1", done, planned: 5, passed: done, failed: 0, ...more },
  });

  it("keeps one bar per batch, where it was first heard of", () => {
    const over = progress(5, {
      kind: "dry_run",
      state: "finished",
      verdict: "passed",
      passed: 3,
      cancelled: 2,
    });
    const log = logOf(
      ["u1", started],
      ["u1", succeeded],
      ["outside", progress(1)],
      ["u2", started],
      ["outside", over],
    );
    const [first, second] = folded(log).turns;
    const counts = { done: 5, planned: 5, passed: 3, failed: 0, cancelled: 2 };
    expect(first?.items).toEqual([
      {
        kind: "progress",
        id: "b1",
        ...counts,
        state: "finished",
        verdict: "passed",
        batchKind: "dry_run",
        tests: [],
      },
    ]);
    expect(second?.id).toBe("u2");
  });

  it("does not take a batch without a turn for a turn at work", () => {
    expect(isRunning(folded(logOf(["outside", progress(0)])))).toBe(false);
  });

  it("answers a call that waited, even when the yes came in a later turn", () => {
    const log = logOf(...turn("u1", [started, ...call, asking]), ["u2", started], ["u2", answer("refused")]);
    expect(folded(log).turns[0]?.items[0]).toMatchObject({ kind: "tool", state: "refused" });
  });

  it("marks the turns that an edited message replaced", () => {
    const replaced = { type: "CUSTOM", name: "replaced", value: { turns: ["u2", "u3"] } };
    const log = logOf(["u1", started], ["u2", started], ["u3", started], ["u4", replaced], ["u4", started]);
    expect(folded(log).turns.map(({ id, replaced }) => [id, replaced])).toEqual([
      ["u1", false],
      ["u2", true],
      ["u3", true],
      ["u4", false],
    ]);
  });

  it("reads a result that is no JSON as one that came back", () => {
    const plain = { ...answer("ok"), content: "plain" };
    const chat = folded(logOf(...turn("u1", [...call, plain])));
    expect(chat.turns[0]?.items[0]).toMatchObject({ result: "plain", state: "ok" });
  });
});
