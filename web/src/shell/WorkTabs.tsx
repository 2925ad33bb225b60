import { Tabs } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useBatchClock } from "../api/useActiveBatches";
import { AgentPage } from "../pages/agent/AgentPage";
import { Experiments } from "../pages/experiments/Experiments";
import { Health } from "../pages/health/Health";
import { Runs } from "../pages/runs/Runs";
import { Schedule } from "../pages/schedule/Schedule";
import { AcceptanceTests } from "../pages/tests/AcceptanceTests";
import { type Search, type Tab, useGo } from "../search";

interface Props {
  agent: string;
  search: Search;
}

/** The work beside the conversation. */
export function WorkTabs({ agent, search }: Props) {
  const go = useGo();
  const list = useRef<HTMLDivElement>(null);
  const tab = search.tab ?? "tests";
  useBatchClock(agent);
  useEffect(() => {
    // On a narrow screen the tabs scroll sideways, and the open one may be out of sight.
    list.current
      ?.querySelector(`[data-tab="${tab}"]`)
      ?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [tab]);
  return (
    <Tabs
      value={tab}
      onChange={(to) => go({ tab: to as Tab, test: undefined, run: undefined, batch: undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="lg" ref={list}>
        <Tabs.Tab value="tests" data-tab="tests">
          Acceptance tests
        </Tabs.Tab>
        <Tabs.Tab value="runs" data-tab="runs">
          Runs
        </Tabs.Tab>
        <Tabs.Tab value="experiments" data-tab="experiments">
          Experiments
        </Tabs.Tab>
        <Tabs.Tab value="health" data-tab="health">
          Health
        </Tabs.Tab>
        <Tabs.Tab value="schedule" data-tab="schedule">
          Schedule
        </Tabs.Tab>
        <Tabs.Tab value="agent" data-tab="agent">
          This agent
        </Tabs.Tab>
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
      <Tabs.Panel value="health">
        <Health agent={agent} />
      </Tabs.Panel>
      <Tabs.Panel value="schedule">
        <Schedule agent={agent} />
      </Tabs.Panel>
      <Tabs.Panel value="agent">
        <AgentPage agent={agent} />
      </Tabs.Panel>
    </Tabs>
  );
}
