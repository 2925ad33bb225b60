import { Stack, Text, Title } from "@mantine/core";
import { HeartPulse } from "lucide-react";
import { api, type Schemas } from "../../api/client";
import { EmptyWithPrompt } from "../../shell/EmptyWithPrompt";
import { Loaded } from "../../ui/Loaded";
import { Glance } from "./Glance";
import { TestHealths } from "./TestHealths";
import { Trend } from "./Trend";

/** How good the live version is, by official runs alone. */
export function Health({ agent }: { agent: string }) {
  const query = api.useQuery("get", "/api/agents/{agent}/health", { params: { path: { agent } } });
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h3">
          Health
        </Title>
        <Text size="sm" c="dimmed">
          Official runs of the live version only: no dry run, no experiment, nothing swapped.
        </Text>
      </div>
      <Loaded query={query}>{(health) => <Shown agent={agent} health={health} />}</Loaded>
    </Stack>
  );
}

function Shown({ agent, health }: { agent: string; health: Schemas["AgentHealth"] }) {
  if (health.tests === 0)
    return (
      <EmptyWithPrompt
        icon={HeartPulse}
        title="No accepted test yet"
        prompt="The agent must "
        action="Describe a test"
      >
        Health comes from official runs of accepted tests. Describe in the chat what the agent must do or
        never do, and accept the draft.
      </EmptyWithPrompt>
    );
  return (
    <>
      <Glance health={health} />
      {health.lower === null && (health.items.some(({ batch }) => batch) ? <NoneCounts /> : <NeverRan />)}
      <Trend agent={agent} markers={health.markers} />
      <TestHealths items={health.items} />
    </>
  );
}

function NeverRan() {
  return (
    <EmptyWithPrompt
      icon={HeartPulse}
      title="No official run on this version yet"
      prompt="Run all accepted tests"
      action="Ask for it in the chat"
    >
      Run the accepted tests once on the live version: the bound, its runs and the verdict of each test then
      stand here.
    </EmptyWithPrompt>
  );
}

function NoneCounts() {
  return (
    <EmptyWithPrompt
      icon={HeartPulse}
      title="No run has counted yet"
      prompt="Why is there no result?"
      action="Ask why in the chat"
    >
      The official runs on this version could not run, or could not be judged. Each of them says why: open the
      runs of a test below.
    </EmptyWithPrompt>
  );
}
