import type { Schemas } from "../api/client";

/** What models are used for, as people name it. */
export const ROLES: Record<Schemas["ModelRole"]["role"], string> = {
  agent: "Agent",
  judge: "Judge",
  simulator: "Simulated user",
  assistant: "Assistant",
};
