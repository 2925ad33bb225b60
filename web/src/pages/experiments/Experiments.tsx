import { Stack, Title } from "@mantine/core";
import { FlaskConical } from "lucide-react";
import { api } from "../../api/client";
import { EmptyWithPrompt } from "../../shell/EmptyWithPrompt";
import { Loaded } from "../../ui/Loaded";
import { ShowMore } from "../../ui/ShowMore";
import { ExperimentCard } from "./ExperimentCard";

const PER_PAGE = 10;

/** The experiments of one agent, newest first; one is started in the chat. */
export function Experiments({ agent }: { agent: string }) {
  const query = api.useInfiniteQuery(
    "get",
    "/api/agents/{agent}/experiments",
    { params: { path: { agent }, query: { limit: PER_PAGE } } },
    {
      pageParamName: "cursor",
      initialPageParam: null,
      getNextPageParam: (page) => page.next ?? undefined,
    },
  );
  const experiments = query.data?.pages.flatMap((page) => page.items);
  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        Experiments
      </Title>
      <Loaded query={{ ...query, data: experiments }}>
        {(items) =>
          items.length ? (
            items.map((summary) => <ExperimentCard key={summary.id} summary={summary} />)
          ) : (
            <NoExperiments />
          )
        }
      </Loaded>
      <ShowMore query={query} what="experiments" />
    </Stack>
  );
}

function NoExperiments() {
  return (
    <EmptyWithPrompt
      icon={FlaskConical}
      title="No experiment yet"
      prompt="Run an experiment with version "
      action="Start one in the chat"
    >
      An experiment runs the accepted tests as they are now and with one thing changed: the model, a part of
      the prompt, or the version. Say in the chat what to change; you see the price before anything runs.
    </EmptyWithPrompt>
  );
}
