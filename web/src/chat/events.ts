import type { Schemas } from "../api/client";

export type Envelope = Schemas["Envelope"];
type ChatEvent = Envelope["event"];
type Of<T extends ChatEvent["type"]> = Extract<ChatEvent, { type: T }>;

export interface Said {
  kind: "said";
  id: string;
  role: "user" | "assistant";
  text: string;
  open: boolean;
  /** Where the turn stood when it was stopped or cut off; a retry writes it anew. */
  cutOff: boolean;
}

export type ToolState = "running" | "ok" | "empty" | "refused" | "error" | "stopped";

export interface ToolUse {
  kind: "tool";
  id: string;
  name: string;
  args: string;
  result: string | null;
  state: ToolState;
}

export interface Answer {
  state: string;
  by: string | null;
  /** Nobody said no: another message came first, which counts as one. */
  instead?: boolean;
}

export interface Card {
  kind: "card";
  id: string;
  title: string;
  digest: string;
  facts: { label: string; value: string }[];
  warning: string | null;
  answer: Answer | null;
}

type BatchKind = Schemas["BatchView"]["kind"];
type Half = Pick<Schemas["BatchView"], "setup" | "version_number">;

export interface Progress {
  kind: "progress";
  id: string;
  done: number;
  planned: number;
  passed: number;
  failed: number;
  could_not_judge?: number;
  could_not_run?: number;
  cancelled?: number;
  /** How the batch ended, once it has. */
  state: string;
  verdict: string | null;
  batchKind: BatchKind | null;
  /** Which of the two an experiment's batch is: told of no other kind. */
  half?: Half;
  /** Until when its calls wait, and why. */
  paused?: Schemas["Paused"] | null;
  /** How each test came out; empty while it runs. */
  tests: Schemas["TestInBatch"][];
}

export type Item = Said | ToolUse | Card | Progress;
export type TurnState = "running" | "waiting" | "done" | "cancelled" | "interrupted" | "failed";

export interface Turn {
  id: string;
  state: TurnState;
  error: string | null;
  /** Whether an earlier message was said anew in place of this turn's, or of one before it. */
  replaced: boolean;
  items: Item[];
}

export interface Chat {
  seq: number;
  turns: Turn[];
}

export const EMPTY: Chat = { seq: 0, turns: [] };

/**
 * One more event of the thread. Pure; an event already seen changes nothing, and neither does one that skips ahead:
 * the caller sees that `seq` stood still and asks for the missing ones.
 */
export function fold(chat: Chat, envelope: Envelope): Chat {
  if (envelope.seq !== chat.seq + 1) return chat;
  return { seq: envelope.seq, turns: told(chat.turns, envelope) };
}

function told(turns: Turn[], { turn_id, event }: Envelope): Turn[] {
  if (event.type === "CUSTOM") return custom(turns, turn_id, event);
  // A call that waited for a yes is answered in the turn that gave it, which may be a later one.
  if (event.type === "TOOL_CALL_RESULT") {
    return changeEverywhere(turns, "tool", event.toolCallId, (item) => answered(item, event.content));
  }
  return changeTurn(turns, turn_id, (turn) => applied(turn, event));
}

function applied(turn: Turn, event: Exclude<ChatEvent, { type: "CUSTOM" | "TOOL_CALL_RESULT" }>): Turn {
  switch (event.type) {
    case "RUN_STARTED":
      return { ...(CUT_OFF.has(turn.state) ? takenUp(turn) : turn), state: "running", error: null };
    case "TEXT_MESSAGE_START":
      return withItem(turn, said(event));
    case "TEXT_MESSAGE_CONTENT":
      return changeItem(turn, "said", event.messageId, (item) => ({
        ...item,
        text: item.text + event.delta,
      }));
    case "TEXT_MESSAGE_END":
      return changeItem(turn, "said", event.messageId, (item) => ({ ...item, open: false }));
    case "TOOL_CALL_START":
      return withItem(turn, toolUse(event));
    case "TOOL_CALL_ARGS":
      return changeItem(turn, "tool", event.toolCallId, (item) => ({
        ...item,
        args: item.args + event.delta,
      }));
    case "TOOL_CALL_END":
      return turn;
    case "RUN_FINISHED":
      return finished(turn, event);
    case "RUN_ERROR":
      return failed(turn, event);
  }
}

function said(event: Of<"TEXT_MESSAGE_START">): Said {
  const role = event.role === "user" ? "user" : "assistant";
  return { kind: "said", id: event.messageId, role, text: "", open: true, cutOff: false };
}

function toolUse(event: Of<"TOOL_CALL_START">): ToolUse {
  return {
    kind: "tool",
    id: event.toolCallId,
    name: event.toolCallName,
    args: "",
    result: null,
    state: "running",
  };
}

function answered(item: ToolUse, content: unknown): ToolUse {
  const result = typeof content === "string" ? content : JSON.stringify(content);
  return { ...item, result, state: statusIn(result) };
}

function statusIn(result: string): ToolState {
  try {
    const { status } = JSON.parse(result) as { status?: ToolState };
    return status ?? "ok";
  } catch {
    return "ok";
  }
}

function finished(turn: Turn, event: Of<"RUN_FINISHED">): Turn {
  const outcome = event.outcome;
  if (outcome?.type === "interrupt") {
    const waiting: Turn = { ...turn, state: "waiting" };
    return outcome.interrupts.reduce((current, interrupt) => withItem(current, card(interrupt)), waiting);
  }
  return closed({ ...turn, state: outcome?.type === "cancelled" ? "cancelled" : "done" });
}

function failed(turn: Turn, event: Of<"RUN_ERROR">): Turn {
  const state = event.code === "interrupted" ? "interrupted" : "failed";
  return closed({ ...turn, state, error: event.message });
}

/** Nothing more will come for what is still open. */
function closed(turn: Turn): Turn {
  const items = turn.items.map((item): Item => {
    if (item.kind === "said") return { ...item, open: false };
    if (item.kind === "tool" && item.state === "running") return { ...item, state: "stopped" };
    return item;
  });
  return { ...turn, items };
}

const CUT_OFF = new Set<TurnState>(["cancelled", "interrupted", "failed"]);

/** A turn that goes on after it was cut off: what the assistant was just saying will not be said to its end. */
function takenUp(turn: Turn): Turn {
  const unfinished = turn.items.findLast((item) => !(item.kind === "tool" && item.state === "stopped"));
  if (unfinished?.kind !== "said" || unfinished.role !== "assistant") return turn;
  return changeItem(turn, "said", unfinished.id, (item) => ({ ...item, cutOff: true }));
}

type Interrupt = Schemas["Interrupt"];

function card(interrupt: Interrupt): Card {
  const facts = interrupt.metadata as Partial<Pick<Card, "digest" | "facts" | "warning">> | null | undefined;
  return {
    kind: "card",
    id: interrupt.id,
    title: interrupt.message ?? "This needs your approval",
    digest: facts?.digest ?? "",
    facts: facts?.facts ?? [],
    warning: facts?.warning ?? null,
    answer: null,
  };
}

function custom(turns: Turn[], turnId: string, event: Of<"CUSTOM">): Turn[] {
  if (event.name === "progress") return progressed(turns, turnId, event.value as ProgressValue);
  if (event.name === "proposal_answered") {
    const {
      proposal,
      by = null,
      ...rest
    } = event.value as Partial<Answer> & {
      proposal: string;
      state: string;
    };
    return changeEverywhere(turns, "card", proposal, (item) => ({ ...item, answer: { ...rest, by } }));
  }
  if (event.name === "replaced") {
    const { turns: gone } = event.value as { turns: string[] };
    return turns.map((turn) => (gone.includes(turn.id) ? { ...turn, replaced: true } : turn));
  }
  return turns;
}

type Counts = Pick<
  Progress,
  "done" | "planned" | "passed" | "failed" | "could_not_judge" | "could_not_run" | "cancelled"
>;
type ProgressValue = Counts &
  Partial<Pick<Progress, "state" | "verdict" | "tests" | "paused"> & Half> & {
    batch: string;
    kind?: BatchKind;
  };

function progressed(turns: Turn[], turnId: string, value: ProgressValue): Turn[] {
  const { batch, kind: batchKind = null, state = "running", verdict = null, tests = [], paused } = value;
  const { done, planned, passed, failed: lost, could_not_judge, could_not_run, cancelled } = value;
  const counts = { done, planned, passed, failed: lost, could_not_judge, could_not_run, cancelled };
  const half = value.setup && { setup: value.setup, version_number: value.version_number ?? 0 };
  const told = { state, verdict, batchKind, tests, paused, half };
  const bar: Progress = { kind: "progress", id: batch, ...counts, ...told };
  const known = turns.some((turn) =>
    turn.items.some((item) => item.kind === "progress" && item.id === batch),
  );
  if (known) return changeEverywhere(turns, "progress", batch, () => bar);
  // Batches go on outside of turns: the bar stands where the talk was when it was first heard of.
  return changeTurn(turns, turns.at(-1)?.id ?? turnId, (turn) => withItem(turn, bar), "done");
}

type ChangeTurn = (turn: Turn) => Turn;

function changeTurn(turns: Turn[], id: string, change: ChangeTurn, fresh: TurnState = "running"): Turn[] {
  if (turns.some((turn) => turn.id === id))
    return turns.map((turn) => (turn.id === id ? change(turn) : turn));
  return [...turns, change({ id, state: fresh, error: null, replaced: false, items: [] })];
}

/** Adds an item, or starts it anew: a turn taken up again may tell the same thing once more. */
function withItem(turn: Turn, item: Item): Turn {
  const same = (other: Item) => other.kind === item.kind && other.id === item.id;
  const known = turn.items.some(same);
  const items = known ? turn.items.map((other) => (same(other) ? item : other)) : [...turn.items, item];
  return { ...turn, items };
}

type ItemOf<K extends Item["kind"]> = Extract<Item, { kind: K }>;
type Change<K extends Item["kind"]> = (item: ItemOf<K>) => ItemOf<K>;

function changeItem<K extends Item["kind"]>(turn: Turn, kind: K, id: string, change: Change<K>): Turn {
  const matches = (item: Item): item is ItemOf<K> => item.kind === kind && item.id === id;
  return { ...turn, items: turn.items.map((item) => (matches(item) ? change(item) : item)) };
}

function changeEverywhere<K extends Item["kind"]>(
  turns: Turn[],
  kind: K,
  id: string,
  change: Change<K>,
): Turn[] {
  return turns.map((turn) => changeItem(turn, kind, id, change));
}
