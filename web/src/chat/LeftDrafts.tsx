import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { api, type Schemas } from "../api/client";
import { DiscardDialog } from "../pages/tests/DiscardDialog";
import { toldApart } from "../ui/apart";
import { GoLink } from "../ui/GoLink";
import type { Turn } from "./events";
import { testIn } from "./toolResult";

interface Props {
  agent: string;
  /** What an edit replaced. */
  turns: Turn[];
  /** What the talk goes on with. */
  others: Turn[];
  mayDiscard: boolean;
}

/** The tests that results of these turns speak of; with a tool's name, of that tool only. */
function testsOf(turns: Turn[], tool?: string): Set<string> {
  const results = turns.flatMap(({ items }) => items.filter((item) => item.kind === "tool"));
  const good = results.filter(({ name, state }) => state === "ok" && (!tool || name === tool));
  return new Set(good.map(({ result }) => testIn(result)).filter((test) => test !== null));
}

/**
 * Drafts that a replaced message left behind: an edit discards nothing by itself, but it must not pass over them either.
 * One that the talk has come back to since is in use.
 */
export function LeftDrafts({ agent, turns, others, mayDiscard }: Props) {
  const used = testsOf(others);
  const made = [...testsOf(turns, "draft_test")].filter((test) => !used.has(test));
  const drafts = api.useQuery(
    "get",
    "/api/agents/{agent}/tests",
    { params: { path: { agent }, query: { state: "draft", limit: 200 } } },
    { enabled: made.length > 0 },
  );
  const [wish, setWish] = useState<Schemas["TestView"] | null>(null);
  const left = toldApart(drafts.data?.items ?? []).filter(({ id }) => made.includes(id));
  return (
    <>
      {left.map((draft) => (
        <Group key={draft.id} className="left-draft" justify="space-between" gap="xs">
          <Text size="xs" role="note">
            The replaced message left the draft{" "}
            <GoLink change={{ tab: "tests", test: draft.id, run: undefined }}>{`“${draft.called}”`}</GoLink>.
          </Text>
          {mayDiscard && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Discard the draft “${draft.called}”`}
              onClick={() => setWish(draft)}
            >
              Discard
            </Button>
          )}
        </Group>
      ))}
      {wish && <DiscardDialog test={wish} onClose={() => setWish(null)} />}
    </>
  );
}
