import { Badge, Group, Stack, Text, Title } from "@mantine/core";
import { ShieldQuestion } from "lucide-react";
import { api, type Schemas } from "../../api/client";
import { useTests } from "../../api/useTests";
import { Facts } from "../../ui/Facts";
import { GoLink } from "../../ui/GoLink";
import { Loaded } from "../../ui/Loaded";
import { Said } from "../../ui/Said";
import { AgentPrompt } from "./AgentPrompt";
import { AgentTools } from "./AgentTools";
import { AgentVersions } from "./AgentVersions";

type Agent = Schemas["AgentView"];

/** The agent under test as its owner described it. Nothing can be changed here. */
export function AgentPage({ agent }: { agent: string }) {
  const query = api.useQuery("get", "/api/agents/{agent}", { params: { path: { agent } } });
  return <Loaded query={query}>{(view) => <Details agent={view} />}</Loaded>;
}

const RELEASE: Record<Agent["release"], string> = {
  advisory: "advisory: tests never block a version",
  gated: "gated: a version goes live only if every accepted test passed on it",
};

const CONTROL: Record<Agent["write_control"], string> = {
  enforced: "enforced: a refused write cannot leave",
  gateway: "at the gateway: writes that go through it are refused",
  promised: "promised by the agent, not enforced",
  none: "none: writes cannot be refused",
};

function Details({ agent }: { agent: Agent }) {
  const live = agent.versions.find((version) => version.live);
  const definition = (live ?? agent.versions.at(-1))?.definition;
  return (
    <Stack gap="xl">
      <div>
        <Title order={1} size="h3">
          {agent.name}
        </Title>
        {agent.description && (
          <Text mt={4} className="verbatim">
            {agent.description}
          </Text>
        )}
        <Facts
          facts={[
            ["Live version", live ? `${live.number}${live.label && `, ${live.label}`}` : "none"],
            ["Model", definition?.model?.ref],
            ["Runtime", definition?.runtime?.python],
            ["Release", RELEASE[agent.release]],
            ["Write control", CONTROL[agent.write_control]],
          ]}
        />
      </div>
      <AgentVersions versions={agent.versions} />
      <AgentTools tools={agent.tools} />
      {definition && <AgentPrompt definition={definition} />}
      <AcceptedTests agent={agent.name} />
    </Stack>
  );
}

function AcceptedTests({ agent }: { agent: string }) {
  const query = useTests(agent);
  return (
    <section aria-labelledby="accepted-title">
      <Title order={2} size="h5" mb="sm" id="accepted-title">
        Accepted tests
      </Title>
      <Loaded query={query} rows={2}>
        {(tests) => {
          const accepted = tests.filter((test) => test.state === "accepted");
          if (accepted.length === 0)
            return <Text c="dimmed">None yet. Accept a draft on the Acceptance tests tab.</Text>;
          return (
            <ul className="rows" aria-labelledby="accepted-title">
              {accepted.map((test) => (
                <li key={test.id} className="row">
                  <Group justify="space-between" gap="sm">
                    <GoLink change={{ tab: "tests", test: test.id }} className="title-link">
                      {test.name}
                    </GoLink>
                    {test.simulated_user && (
                      <Badge
                        variant="light"
                        color="gray"
                        className="badge"
                        leftSection={<ShieldQuestion size={12} />}
                      >
                        Simulated user
                      </Badge>
                    )}
                  </Group>
                  <ul className="criteria">
                    {test.sentences.map((sentence) => (
                      <li key={sentence}>
                        <Text size="sm" c="dimmed">
                          <Said text={sentence} />
                        </Text>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
