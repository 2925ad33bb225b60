/** The parts of JSON Schema that a form can be drawn from. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** How a value is asked for. `loose` takes a text, a number or any JSON; `json` is for what has no field of its own. */
export type Shape =
  | { is: "text"; long: boolean }
  | { is: "number"; whole: boolean }
  | { is: "flag"; initially: boolean; onlyTrue: boolean }
  | { is: "choice"; options: string[]; initially: string | null }
  | { is: "list"; item: Shape }
  | { is: "map"; value: Shape }
  | { is: "group"; fields: Field[] }
  | { is: "loose" }
  | { is: "json" };

export interface Field {
  name: string;
  label: string;
  description: string;
  required: boolean;
  shape: Shape;
}

const LONG_FROM = 1000;
const DEEPEST = 6;
const SCALARS = new Set<unknown>(["string", "number", "integer", "boolean"]);
const ANNOTATIONS = new Set(["title", "description", "default", "examples"]);

/** The fields of an object's schema, in its order. `kind` is chosen elsewhere. */
export function fieldsOf(schema: JsonSchema, root = schema, depth = 0): Field[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== "kind")
    .map(([name, property]) => ({
      name,
      label: labelOf(name, property.title),
      description: property.description ?? "",
      required: schema.required?.includes(name) ?? false,
      shape: shapeOf(property, root, depth + 1),
    }));
}

/** How to ask for a value of `schema`; its references point into `root`. */
export function shapeOf(schema: JsonSchema, root: JsonSchema, depth = 0): Shape {
  const known = alternative(resolved(schema, root), root);
  if (depth > DEEPEST || known === null) return { is: "json" };
  if (known === "scalar" || Object.keys(known).every((keyword) => ANNOTATIONS.has(keyword)))
    return { is: "loose" };
  const options = optionsOf(known);
  if (options) return { is: "choice", options, initially: textOr(known.default, null) };
  return typed(known, root, depth);
}

function typed(schema: JsonSchema, root: JsonSchema, depth: number): Shape {
  switch (schema.type) {
    case "string":
      return { is: "text", long: Number(schema.maxLength ?? 0) >= LONG_FROM };
    case "number":
    case "integer":
      return { is: "number", whole: schema.type === "integer" };
    case "boolean":
      return { is: "flag", initially: schema.default === true, onlyTrue: schema.const === true };
    case "array":
      return schema.items
        ? { is: "list", item: shapeOf(schema.items, root, depth + 1) }
        : { is: "list", item: { is: "loose" } };
    case "object":
      return objectShape(schema, root, depth);
    default:
      return { is: "json" };
  }
}

function objectShape(schema: JsonSchema, root: JsonSchema, depth: number): Shape {
  const more = schema.additionalProperties;
  if (schema.properties)
    return typeof more === "object" || more === true
      ? { is: "json" }
      : { is: "group", fields: fieldsOf(schema, root, depth) };
  if (typeof more !== "object") return { is: "json" };
  const value = shapeOf(more, root, depth + 1);
  // An object of anything is written as JSON: its values may be objects themselves.
  return value.is === "loose" || value.is === "json" ? { is: "json" } : { is: "map", value };
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  if (name === undefined) return schema;
  const { $ref: _, ...own } = schema;
  return { ...resolved(root.$defs?.[name] ?? { not: {} }, root), ...own };
}

/** The one schema that is left of `anyOf` without null; "scalar" if several plain ones are, null if it is harder. */
function alternative(schema: JsonSchema, root: JsonSchema): JsonSchema | "scalar" | null {
  if (!schema.anyOf) return schema;
  const left = schema.anyOf.map((one) => resolved(one, root)).filter(({ type }) => type !== "null");
  const [only, ...others] = left;
  if (only && others.length === 0) return alternative({ default: schema.default, ...only }, root);
  return left.every(({ type }) => SCALARS.has(type)) ? "scalar" : null;
}

function optionsOf({ enum: options, const: only, type }: JsonSchema): string[] | null {
  if (type === "string" && typeof only === "string") return [only];
  const texts = (options ?? []).filter((option): option is string => typeof option === "string");
  return texts.length > 0 && texts.length === options?.length ? texts : null;
}

function labelOf(name: string, title: string | undefined): string {
  const words = name.replaceAll("_", " ");
  // A title that only repeats the name in capitals says nothing more.
  if (title && title.toLowerCase() !== words.toLowerCase()) return title;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}
