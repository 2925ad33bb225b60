import { Button, Stack, Title } from "@mantine/core";
import { FlaskConical } from "lucide-react";
import { api } from "../../api/client";
import { useMay } from "../../api/useMay";
import { useSuggest } from "../../shell/suggest";
import { Empty } from "../../ui/Empty";
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
  const suggest = useSuggest();
  const may = useMay();
  return (
    <Empty
      icon={FlaskConical}
      title="No experiment yet"
      action={
        may.write && (
          <Button mt="md" variant="default" onClick={() => suggest("Run an experiment with version ")}>
            Start one in the chat
          </Button>
        )
      }
    >
      An experiment runs the accepted tests as they are now and with one thing changed: the model, a part of
      the prompt, or the version. Say in the chat what to change; you see the price before anything runs.
    </Empty>
  );
}
