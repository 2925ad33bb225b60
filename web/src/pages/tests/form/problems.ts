import { ApiError, sentenceOf } from "../../../api/errors";
import { type Body, bodyOf, type Draft } from "./draft";
import type { Problem } from "./schema/form";
import { unfinishedIn, type Value } from "./schema/value";

const PLAIN: [RegExp, string][] = [
  [/^(Field required|String should have at least 1 character)/, "Fill this in."],
  [/^(Tuple|List|Dictionary) should have at least 1 item/, "Add at least one."],
];

function plain(sentence: string): string {
  return PLAIN.find(([pattern]) => pattern.test(sentence))?.[1] ?? sentence;
}

/** What the page itself can see: what is typed but cannot be sent. */
export function unfinished(draft: Draft): Problem[] {
  return unfinishedIn(bodyOf(draft) as unknown as Value).map(({ path, problem }) => ({
    path,
    sentence: problem,
  }));
}

/** What the service refused, each at the field it is about. */
export function problemsOf(error: unknown, body: Body): Problem[] {
  if (!(error instanceof ApiError)) return [];
  const { problems, field, tool, parameter } = error.fields;
  if (Array.isArray(problems)) return withoutFollowers(problems.map(listed));
  if (typeof field === "string") return [{ path: field, sentence: sentenceOf(error) }];
  return typeof tool === "string" ? atTool(error, body, tool, parameter) : [];
}

function listed(problem: unknown): Problem {
  const { field, detail } = problem as { field: string; detail: string };
  return { path: field, sentence: plain(detail) };
}

/** "Criterion 3, assertion: Fill this in.": a refused field as a person finds it. */
export function spoken({ path, sentence }: Problem): string {
  const words = path
    .replace(/^criteria\.(\d+)\.?/, (_, position) => `criterion ${Number(position) + 1}, `)
    .replace(/^situation\.messages\.(\d+).*/, (_, position) => `message ${Number(position) + 1}`)
    .replace(/^situation\.messages$/, "situation")
    .replaceAll(".", ", ")
    .replaceAll("_", " ")
    .replace(/, $/, "");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${sentence}`;
}

/** A list whose only entry is wrong is also said to be empty: that follows, it is no second problem. */
function withoutFollowers(problems: Problem[]): Problem[] {
  return problems.filter(({ path }) => !problems.some((other) => other.path.startsWith(`${path}.`)));
}

function atTool(error: ApiError, { criteria }: Body, tool: string, parameter: unknown): Problem[] {
  const position = criteria.findIndex((criterion) => Object.values(criterion).includes(tool));
  const criterion = criteria[position];
  if (!criterion) return [];
  const name = Object.entries(criterion).find(([, value]) => value === tool)?.[0];
  const inside = typeof parameter === "string" ? "parameters" : name;
  return [{ path: `criteria.${position}.${inside}`, sentence: sentenceOf(error) }];
}
