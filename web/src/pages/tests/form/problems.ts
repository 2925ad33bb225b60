import { ApiError, sentenceOf } from "../../../api/errors";
import { type Body, bodyOf, type Draft } from "./draft";
import type { Problem } from "./schema/form";
import { unfinishedIn, type Value } from "./schema/value";

/** What the service's validation says by itself, in our words: `$1` is the limit it names. */
const PLAIN: [RegExp, string][] = [
  [/^(?:Field required|String should have at least 1 character)\b.*/, "Fill this in."],
  [/^String should have at least (\d+) characters.*/, "Use at least $1 characters."],
  [/^String should have at most (\d+) characters?.*/, "Use at most $1 characters."],
  [/^String should match pattern.*/, "This is not in the form that is asked for."],
  [/^(?:Tuple|List|Dictionary) should have at least 1 item\b.*/, "Add at least one."],
  [/^(?:Tuple|List|Dictionary) should have at least (\d+) items.*/, "Add at least $1."],
  [/^(?:Tuple|List|Dictionary) should have at most (\d+) items?.*/, "Keep at most $1."],
  [/^Input should be greater than or equal to (-?[\d.]*\d).*/, "Use $1 or more."],
  [/^Input should be less than or equal to (-?[\d.]*\d).*/, "Use $1 or less."],
  [/^Input should be greater than (-?[\d.]*\d).*/, "Use more than $1."],
  [/^Input should be less than (-?[\d.]*\d).*/, "Use less than $1."],
  [/^Input should be a(?: valid|n)? integer.*/, "Give a whole number."],
  [/^Input should be a (?:valid|finite) number.*/, "Give a number."],
  [/^Input should be a valid string.*/, "Give a text."],
  [/^Input should be a valid boolean.*/, "Choose yes or no."],
  [/^Input should be a valid (?:tuple|list).*/, "Give a list."],
  [/^Input should be a valid dictionary.*/, "Give names with values."],
  [/^Input should be ('.*')\.?$/, "Choose one of $1."],
  [/^Extra inputs are not permitted.*/, "This is not known here: take it out."],
];

export function plain(sentence: string): string {
  const known = PLAIN.find(([pattern]) => pattern.test(sentence));
  return known ? sentence.replace(...known) : sentence;
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
