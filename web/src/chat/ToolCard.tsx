import { Badge, Collapse, Group, Loader, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ChevronRight, Wrench } from "lucide-react";
import { useId } from "react";
import type { ToolState, ToolUse } from "./events";
import { prettyJson, summaryOf } from "./toolResult";

const STATES: Record<ToolState, { label: string; color: string }> = {
  running: { label: "Running", color: "iris" },
  ok: { label: "Done", color: "teal" },
  empty: { label: "Nothing found", color: "gray" },
  refused: { label: "Refused", color: "orange" },
  error: { label: "Failed", color: "red" },
  stopped: { label: "Stopped", color: "gray" },
};

interface Props {
  tool: ToolUse;
  waiting: boolean;
}

/** One call of a tool of the assistant: its name and state, and on request what was sent and what came back. */
export function ToolCard({ tool, waiting }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const bodyId = useId();
  const state =
    waiting && tool.state === "running" ? { label: "Needs approval", color: "orange" } : STATES[tool.state];
  const summary = summaryOf(tool.result);
  return (
    <div className="tool-card">
      <UnstyledButton className="tool-head" onClick={toggle} aria-expanded={opened} aria-controls={bodyId}>
        <Wrench size={14} aria-hidden />
        <Text component="span" ff="monospace" size="xs" fw={500} className="grow">
          {tool.name}
        </Text>
        {tool.state === "running" && !waiting && <Loader size={12} aria-hidden />}
        <Badge size="sm" variant="light" color={state.color} className="badge">
          {state.label}
        </Badge>
        <ChevronRight size={14} aria-hidden className={opened ? "turned" : "turns"} />
      </UnstyledButton>
      {summary && (
        <Text size="xs" c="dimmed" mx="sm" mb={8} lineClamp={opened ? undefined : 2}>
          {summary}
        </Text>
      )}
      <Collapse expanded={opened} id={bodyId}>
        <Part title="Arguments" text={prettyJson(tool.args) || "none"} />
        {tool.result !== null && <Part title="Result" text={prettyJson(tool.result)} />}
      </Collapse>
    </div>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <div className="tool-part">
      <Group gap={4} mb={4}>
        <Text size="xs" fw={600} c="dimmed">
          {title}
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="plain" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
