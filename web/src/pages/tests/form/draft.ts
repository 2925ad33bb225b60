import type { Schemas } from "../../../api/client";
import { newId } from "../../../api/ids";
import type { Test } from "../../../api/useTests";
import type { JsonSchema } from "./schema/shape";
import type { Value, Values } from "./schema/value";

export type Kind = Schemas["CriterionKind"];
export type Body = Schemas["TestBody"];

export interface Message {
  id: string;
  role: "user" | "assistant";
  text: string;
}

export interface Criterion {
  id: string;
  kind: string;
  values: Values;
}

/** What stands in the form: a test body in the making. */
export interface Draft {
  name: string;
  messages: Message[];
  user: { persona: string; goal: string; turn_limit: number | undefined } | null;
  criteria: Criterion[];
  runs: number | null;
  threshold: number | null;
  attributes: Value;
  behaviors: Value;
}

export const newMessage = (role: Message["role"] = "user"): Message => ({ id: newId(), role, text: "" });
export const newUser = (): NonNullable<Draft["user"]> => ({ persona: "", goal: "", turn_limit: 8 });

export function newDraft(): Draft {
  return {
    name: "",
    messages: [newMessage()],
    user: null,
    criteria: [],
    runs: null,
    threshold: null,
    attributes: undefined,
    behaviors: undefined,
  };
}

export function draftOf(test: Test): Draft {
  const user = test.simulated_user;
  return {
    name: test.name,
    messages: test.situation.messages.map(({ role = "user", text }) => ({ id: newId(), role, text })),
    user: user ? { ...user, turn_limit: user.turn_limit } : null,
    criteria: test.criteria.map(({ kind, ...values }) => ({ id: newId(), kind, values: values as Values })),
    runs: test.runs ?? null,
    threshold: test.threshold ?? null,
    attributes: test.attributes as Values,
    behaviors: test.expected_behaviors,
  };
}

/** A criterion of a kind, with nothing decided yet but what has to be a yes or a no. */
export function newCriterion({ kind, parameters }: Kind): Criterion {
  const { properties = {}, required = [] } = parameters as JsonSchema;
  const flags = required.filter((name) => properties[name]?.type === "boolean");
  return { id: newId(), kind, values: Object.fromEntries(flags.map((name) => [name, false])) };
}

/** What is sent. Only to be called once nothing in it is unfinished; the service decides about the rest. */
export function bodyOf(draft: Draft): Body {
  const body = {
    name: draft.name,
    situation: { messages: draft.messages.map(({ role, text }) => ({ role, text })) },
    simulated_user: draft.user,
    criteria: draft.criteria.map(({ kind, values }) => ({ ...values, kind })),
    runs: draft.runs,
    threshold: draft.threshold,
    attributes: draft.attributes ?? {},
    expected_behaviors: draft.behaviors ?? [],
  };
  return body as unknown as Body;
}

export function kindOf(kinds: Kind[], kind: string): Kind | undefined {
  return kinds.find((one) => one.kind === kind);
}

export function isJudged(kinds: Kind[], { kind }: Pick<Criterion, "kind">): boolean {
  return kindOf(kinds, kind)?.checked_by === "model";
}
