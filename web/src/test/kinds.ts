import type { Schemas } from "../api/client";
import captured from "./criteria.json";

/** Every kind as the service described it when this was written down. */
export const KINDS = captured.items as unknown as Schemas["CriterionKind"][];

/** A kind that no page has heard of. */
export const INVENTED: Schemas["CriterionKind"] = {
  kind: "callsBackWithin",
  title: "Calls back within",
  checked_by: "code",
  description: "The agent calls back.",
  parameters: {
    type: "object",
    properties: {
      kind: { const: "callsBackWithin", type: "string" },
      hours: { type: "integer", description: "In `hours`." },
      channel: { enum: ["phone", "mail"], type: "string" },
      urgent: { type: "boolean" },
      words: { type: "array", items: { type: "string" } },
      window: { anyOf: [{ $ref: "#/$defs/Window" }, { type: "null" }], default: null },
      strange: { oneOf: [{ type: "object" }, { type: "string" }] },
    },
    required: ["hours", "channel", "urgent"],
    $defs: {
      Window: { type: "object", properties: { opens: { type: "string" }, closes: { type: "string" } } },
    },
  },
};

/** What the service answers while a form is open. */
export const FORM_DOOR = {
  "GET /api/criteria": { items: [...KINDS, INVENTED], next: null },
  "GET /api/agents/invoices": {
    name: "invoices",
    tools: [
      {
        name: "read_invoice",
        description: "",
        effect: "read",
        parameters: { properties: { invoice: { type: "string" } } },
      },
      { name: "send_query", description: "", effect: "write", parameters: { properties: {} } },
    ],
  },
};
