import { Group } from "@mantine/core";
import { BotOff } from "lucide-react";
import { toAgent } from "../search";
import { Empty } from "../ui/Empty";
import { GoLink } from "../ui/GoLink";

const NAMED = 5;

interface Props {
  agent: string;
  /** The agents there are. */
  names: string[];
}

/** The address names an agent that the service does not have. */
export function NoSuchAgent({ agent, names }: Props) {
  return (
    <Empty
      icon={BotOff}
      title="There is no such agent"
      wholePage
      action={
        <Group mt="md" justify="center">
          {names.slice(0, NAMED).map((name) => (
            <GoLink key={name} change={toAgent(name)}>
              {name}
            </GoLink>
          ))}
        </Group>
      }
    >
      No agent is called <span className="verbatim">“{agent}”</span>. The address may be mistyped, or from
      another installation. Choose one of the agents that there are.
    </Empty>
  );
}
