import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Schemas } from "../../api/client";
import { duration } from "../../ui/when";
import { eventId } from "./showEvent";
import { ToolCallEvent } from "./ToolCallEvent";

type Transcript = Schemas["Transcript"];
type Event = NonNullable<Transcript["events"]>[number];

const ENDINGS: Record<string, string> = {
  agent_ended: "The agent ended the conversation.",
  goal_reached: "The simulated user reached the goal.",
  stuck: "The simulated user was stuck.",
  turn_limit: "The turn limit was reached.",
  simulator_invalid: "The simulated user did not play its part.",
  agent_error: "The agent failed.",
  cancelled: "The run was cancelled.",
  budget: "The budget was reached.",
};

/** Everything that happened, in order, as plain text: nothing an agent says is rendered. */
export function TranscriptView({ transcript }: { transcript: Transcript }) {
  const ending = transcript.ending ?? "agent_ended";
  return (
    <ol className="transcript">
      {(transcript.events ?? []).map((event) => (
        <li key={event.seq} id={eventId(event.seq)} tabIndex={-1} data-kind={roleOf(event)} className="event">
          <div className="event-head">
            <span>{titleOf(event)}</span>
            <span className="figures">
              {typeof event.ms === "number" && event.ms >= 1 && `${duration(event.ms)} · `}
              event {event.seq}
            </span>
          </div>
          {bodyOf(event)}
        </li>
      ))}
      <li className="ending">
        <Text size="sm" c="dimmed">
          {ENDINGS[ending] ?? ending}
        </Text>
      </li>
    </ol>
  );
}

const roleOf = (event: Event) => (event.kind === "message" ? event.role : event.kind);

const SPEAKERS = { system: "System", user: "User", assistant: "Agent" };

function titleOf(event: Event): string {
  switch (event.kind) {
    case "message":
      return SPEAKERS[event.role];
    case "tool_call":
      return "Tool call";
    case "retrieval":
      return "Retrieval";
    case "model_call":
      return "Model call";
    case "note":
      return "Note";
  }
}

function bodyOf(event: Event): ReactNode {
  switch (event.kind) {
    case "message":
    case "note":
      return <pre className="plain said">{event.text}</pre>;
    case "tool_call":
      return <ToolCallEvent call={event} />;
    case "retrieval":
      return <pre className="plain">{[event.query, ...event.passages].join("\n\n")}</pre>;
    case "model_call":
      return <pre className="plain">{event.model}</pre>;
  }
}
