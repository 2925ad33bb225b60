import { Badge, Tooltip } from "@mantine/core";

interface Look {
  label: string;
  color: string;
}

const STATES: Record<string, Look> = {
  draft: { label: "Draft", color: "gray" },
  accepted: { label: "Accepted", color: "iris" },
  retired: { label: "Retired", color: "orange" },
};

const OUTCOMES: Record<string, Look> = {
  passed: { label: "Passed", color: "teal" },
  failed: { label: "Failed", color: "red" },
  incomplete: { label: "Incomplete", color: "yellow" },
  no_result: { label: "No result", color: "gray" },
  could_not_judge: { label: "Could not judge", color: "yellow" },
};

const RUN_STATES: Record<string, Look> = {
  planned: { label: "Planned", color: "gray" },
  running: { label: "Running", color: "iris" },
  judging: { label: "Judging", color: "iris" },
  finished: { label: "Finished", color: "gray" },
  could_not_run: { label: "Could not run", color: "orange" },
  cancelled: { label: "Cancelled", color: "gray" },
};

const CALL_STATUS: Record<string, Look> = {
  executed: { label: "Executed", color: "teal" },
  refused: { label: "Refused", color: "orange" },
  simulated: { label: "Simulated", color: "iris" },
  failed: { label: "Failed", color: "red" },
  unknown: { label: "Answer unknown", color: "yellow" },
  not_run: { label: "Not run", color: "gray" },
};

function lookIn(looks: Record<string, Look>, name: string): Look {
  return looks[name] ?? { label: name.replaceAll("_", " "), color: "gray" };
}

function Look({ look, dot = false }: { look: Look; dot?: boolean }) {
  return (
    <Badge variant={dot ? "dot" : "light"} color={look.color} className="badge">
      {look.label}
    </Badge>
  );
}

export const StateBadge = ({ state }: { state: string }) => <Look look={lookIn(STATES, state)} />;
export const OutcomeBadge = ({ outcome }: { outcome: string }) => <Look look={lookIn(OUTCOMES, outcome)} />;
export const RunStateBadge = ({ state }: { state: string }) => <Look look={lookIn(RUN_STATES, state)} dot />;
export const CallStatusBadge = ({ status }: { status: string }) => (
  <Look look={lookIn(CALL_STATUS, status)} />
);

export function ExploratoryBadge({ reason }: { reason: string | null }) {
  if (!reason) return null;
  return (
    <Tooltip label={reason} multiline maw={320}>
      <Badge
        variant="outline"
        color="gray"
        className="badge"
        tabIndex={0}
        aria-label={`Exploratory: ${reason}`}
      >
        Exploratory
      </Badge>
    </Tooltip>
  );
}

export function outcomeLabel(outcome: string): string {
  return lookIn(OUTCOMES, outcome).label;
}
