import { Tabs } from "@mantine/core";
import { useBatchClock } from "../api/useActiveBatches";
import { AgentPage } from "../pages/agent/AgentPage";
import { Experiments } from "../pages/experiments/Experiments";
import { Runs } from "../pages/runs/Runs";
import { AcceptanceTests } from "../pages/tests/AcceptanceTests";
import { type Search, type Tab, useGo } from "../search";

interface Props {
  agent: string;
  search: Search;
}

/** The work beside the conversation. */
export function WorkTabs({ agent, search }: Props) {
  const go = useGo();
  useBatchClock(agent);
  return (
    <Tabs
      value={search.tab ?? "tests"}
      onChange={(tab) => go({ tab: tab as Tab, test: undefined, run: undefined, batch: undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="tests">Acceptance tests</Tabs.Tab>
        <Tabs.Tab value="runs">Runs</Tabs.Tab>
        <Tabs.Tab value="experiments">Experiments</Tabs.Tab>
        <Tabs.Tab value="agent">This agent</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="tests">
        <AcceptanceTests agent={agent} open={search.test} />
      </Tabs.Panel>
      <Tabs.Panel value="runs">
        <Runs agent={agent} search={search} />
      </Tabs.Panel>
      <Tabs.Panel value="experiments">
        <Experiments agent={agent} />
      </Tabs.Panel>
      <Tabs.Panel value="agent">
        <AgentPage agent={agent} />
      </Tabs.Panel>
    </Tabs>
  );
}
