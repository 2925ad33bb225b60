import { Select } from "@mantine/core";
import { toAgent, useGo } from "../search";

interface Props {
  names: string[];
  agent: string | undefined;
}

/** Which agent all of the page is about. */
export function AgentPicker({ names, agent }: Props) {
  const go = useGo();
  return (
    <Select
      aria-label="Agent"
      placeholder={names.length > 0 ? "Choose an agent" : "No agent yet"}
      data={names}
      value={agent ?? null}
      title={agent}
      allowDeselect={false}
      searchable={names.length > 8}
      miw={220}
      onChange={(value) => {
        if (value) go(toAgent(value));
      }}
    />
  );
}
