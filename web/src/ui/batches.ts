import type { Schemas } from "../api/client";

type BatchKind = Schemas["BatchView"]["kind"];

const KINDS: Record<BatchKind, string> = {
  dry_run: "Dry run",
  run_all: "Run all",
  run: "Run",
  experiment: "Experiment",
  schedule: "Scheduled run",
};

export const batchKind = (kind: BatchKind) => KINDS[kind];

/** Which of the two setups of an experiment: "current setup, version 1", "changed setup, model openai:small". */
export function halfText({
  setup,
  version_number,
}: Pick<Schemas["BatchView"], "setup" | "version_number">): string {
  const parts = Object.keys(setup.prompt ?? {});
  if (setup.model) return `changed setup, model ${setup.model}`;
  if (parts.length > 0) return `changed setup, prompt part ${parts.join(", ")}`;
  return `${setup.version ? "changed" : "current"} setup, version ${version_number}`;
}

const WRITES: Record<Schemas["BatchView"]["writes"], string> = {
  refuse: "refused: no write leaves",
  simulate: "simulated: each write tool answers with its sample",
  execute: "executed: writes are real",
};

export const writesText = (policy: Schemas["BatchView"]["writes"]) => WRITES[policy];
