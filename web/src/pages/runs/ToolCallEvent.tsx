import { Badge, Group, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { CallStatusBadge } from "../../ui/badges";

type Event = NonNullable<Schemas["Transcript"]["events"]>[number];
type Call = Extract<Event, { kind?: "tool_call" }>;

const shown = (value: unknown) => JSON.stringify(value, null, 2);

/** An attempted call of a tool: with what, what the gate said, and what came back. */
export function ToolCallEvent({ call }: { call: Call }) {
  return (
    <>
      <Group gap={8} mb={6}>
        <Text component="span" size="sm" fw={600} className="mono">
          {call.name}
        </Text>
        <Badge variant="outline" color="gray" className="badge">
          {call.effect}
        </Badge>
        <CallStatusBadge status={call.status ?? "executed"} />
      </Group>
      <Part title="Arguments" text={call.arguments ? shown(call.arguments) : (call.arguments_text ?? "")} />
      {call.result !== null && call.result !== undefined && <Part title="Result" text={shown(call.result)} />}
      {call.error && <Part title="Error" text={call.error} />}
    </>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <div className="event-part">
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="plain" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
