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

const WRITES: Record<Schemas["BatchView"]["writes"], string> = {
  refuse: "refused: no write leaves",
  simulate: "simulated: each write tool answers with its sample",
  execute: "executed: writes are real",
};

export const writesText = (policy: Schemas["BatchView"]["writes"]) => WRITES[policy];
