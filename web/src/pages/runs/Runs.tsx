import { Stack, Title } from "@mantine/core";
import { ListX } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client";
import type { Search } from "../../search";
import { Empty } from "../../ui/Empty";
import { Loaded } from "../../ui/Loaded";
import { ShowMore } from "../../ui/ShowMore";
import { BatchSummary } from "./BatchSummary";
import { RunDetail } from "./RunDetail";
import { type Counted, RunFilters } from "./RunFilters";
import { RunTable } from "./RunTable";

interface Props {
  agent: string;
  search: Search;
}

/** The runs of one agent, or one run of it. */
export function Runs({ agent, search }: Props) {
  return search.run ? <RunDetail id={search.run} /> : <RunList agent={agent} search={search} />;
}

const EXPLORATORY: Record<Counted, boolean | undefined> = {
  all: undefined,
  official: false,
  exploratory: true,
};

function RunList({ agent, search: { test, batch } }: Props) {
  const [counted, setCounted] = useState<Counted>("all");
  const [withCancelled, showCancelled] = useState(false);
  const exploratory = EXPLORATORY[counted];
  const query = api.useInfiniteQuery(
    "get",
    "/api/agents/{agent}/runs",
    { params: { path: { agent }, query: { test, batch, exploratory, cancelled: withCancelled } } },
    {
      pageParamName: "cursor",
      initialPageParam: null,
      getNextPageParam: (page) => page.next ?? undefined,
    },
  );
  const runs = query.data?.pages.flatMap((page) => page.items);
  const cancelled = query.data?.pages.reduce((sum, page) => sum + (page.cancelled ?? 0), 0) ?? 0;
  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        Runs
      </Title>
      <RunFilters
        agent={agent}
        test={test}
        batch={batch}
        counted={counted}
        onCounted={setCounted}
        cancelled={cancelled}
        withCancelled={withCancelled}
        onCancelled={showCancelled}
      />
      {batch && <BatchSummary id={batch} />}
      <Loaded query={{ ...query, data: runs }}>
        {(items) =>
          items.length ? (
            <RunTable runs={items} />
          ) : (
            <NoRuns narrowed={!!(test || batch || counted !== "all")} cancelled={cancelled} />
          )
        }
      </Loaded>
      <ShowMore query={query} what="runs" />
    </Stack>
  );
}

function NoRuns({ narrowed, cancelled }: { narrowed: boolean; cancelled: number }) {
  if (cancelled)
    return (
      <Empty icon={ListX} title={cancelled === 1 ? "The only run was cancelled" : "All runs were cancelled"}>
        Tick “Show cancelled” to see {cancelled === 1 ? "it" : `the ${cancelled} of them`}.
      </Empty>
    );
  return (
    <Empty icon={ListX} title={narrowed ? "No run matches" : "No run yet"}>
      {narrowed
        ? "Change the filters to see other runs."
        : "Dry-run a draft or press Run all on the Acceptance tests tab; each run then stands here with what happened in it."}
    </Empty>
  );
}
