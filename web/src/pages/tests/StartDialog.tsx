import { useState } from "react";
import { api } from "../../api/client";
import { newId } from "../../api/ids";
import type { Test } from "../../api/useTests";
import { Ask } from "../../ui/Ask";
import { Loaded } from "../../ui/Loaded";
import { done } from "../../ui/tell";
import { EstimateDetails } from "./EstimateDetails";

type Kind = "run_all" | "run" | "dry_run";

const TITLES: Record<Kind, (name: string) => string> = {
  run_all: () => "Run all accepted tests?",
  run: (name) => `Run “${name}”?`,
  dry_run: (name) => `Dry-run “${name}”?`,
};
const YES: Record<Kind, string> = { run_all: "Start", run: "Start", dry_run: "Start dry run" };

interface Props {
  agent: string;
  kind: Kind;
  test?: Test;
  onClose: () => void;
}

/** What a batch would cost, before it starts. */
export function StartDialog({ agent, kind, test, onClose }: Props) {
  const estimate = api.useQuery("post", "/api/agents/{agent}/estimate", {
    params: { path: { agent } },
    body: { kind, test: test?.id },
  });
  const start = useStart(agent, kind, test, onClose);
  return (
    <Ask
      title={TITLES[kind](test?.name ?? "")}
      yes={YES[kind]}
      busy={start.busy}
      onYes={start.go}
      onClose={onClose}
    >
      <Loaded query={estimate} rows={2}>
        {(shown) => <EstimateDetails estimate={shown} />}
      </Loaded>
    </Ask>
  );
}

function useStart(agent: string, kind: Kind, test: Test | undefined, onClose: () => void) {
  // One key per opened dialog: a second press, or a repeat after a lost answer, starts nothing twice.
  const [headers] = useState(() => ({ "Idempotency-Key": newId() }));
  const onSuccess = () => {
    done("Started. Results appear as the runs finish.");
    onClose();
  };
  const dryRun = api.useMutation("post", "/api/tests/{id}/dry-run", { onSuccess });
  const batch = api.useMutation("post", "/api/agents/{agent}/batches", { onSuccess });
  const go = () => {
    if (kind === "dry_run" && test) dryRun.mutate({ params: { path: { id: test.id } }, body: {}, headers });
    else if (kind === "run" && test) {
      batch.mutate({ params: { path: { agent } }, body: { kind, tests: [test.id] }, headers });
    } else batch.mutate({ params: { path: { agent } }, body: { kind: "run_all" }, headers });
  };
  return { busy: dryRun.isPending || batch.isPending, go };
}
