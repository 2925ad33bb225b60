import { Badge, Button, Group, Paper, Text, Title } from "@mantine/core";
import { api, type Schemas } from "../../api/client";
import { ApiError } from "../../api/errors";
import { useMay } from "../../api/useMay";
import { Facts } from "../../ui/Facts";
import { dollars } from "../../ui/money";
import { ahead, atMinute, atMinuteUtc } from "../../ui/when";
import { localTime } from "./clock";

interface Props {
  agent: string;
  schedule: Schemas["ScheduleView"];
  onSet: () => void;
  onOff: () => void;
}

/** Whether it is on, when it comes next and what it takes; changed or turned off from here. */
export function DailyRun({ agent, schedule, onSet, onOff }: Props) {
  const { at, enabled, by, changed_at, next_due } = schedule;
  const may = useMay();
  const local = at && localTime(at, new Date());
  const changed = changed_at && by ? `${atMinute(changed_at)} by ${by}` : null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="daily-title">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Group gap={8}>
            <Title order={2} size="h4" id="daily-title" className="figures">
              Every day at {at} UTC
            </Title>
            <Badge variant="light" color={enabled ? "teal" : "gray"} className="badge">
              {enabled ? "On" : "Off"}
            </Badge>
          </Group>
          {local && (
            <Text size="sm" c="dimmed">
              That is {local} where you are now.
            </Text>
          )}
        </div>
        {may.decide && (
          <Group gap="sm">
            <Button variant={enabled ? "default" : "filled"} onClick={onSet}>
              {enabled ? "Change the time" : "Turn on again"}
            </Button>
            {enabled && (
              <Button variant="outline" color="red" onClick={onOff}>
                Turn off
              </Button>
            )}
          </Group>
        )}
      </Group>
      <Text mt="sm" fw={550} className="figures">
        {next_due
          ? `Next run: ${atMinuteUtc(next_due)}, ${ahead(next_due, Date.now())}`
          : "It is off: nothing runs by itself."}
      </Text>
      <Takes agent={agent} changed={changed} enabled={enabled} />
    </Paper>
  );
}

function Takes({ agent, changed, enabled }: { agent: string; changed: string | null; enabled: boolean }) {
  const estimate = api.useQuery("post", "/api/agents/{agent}/estimate", {
    params: { path: { agent } },
    body: { kind: "run_all" },
  });
  const nothing = estimate.error instanceof ApiError && estimate.error.code === "nothing_to_run";
  const { data } = estimate;
  return (
    <>
      {nothing && (
        <Text size="sm" mt="xs">
          No test is accepted yet, so nothing runs until one is.
        </Text>
      )}
      <Facts
        facts={[
          ["Accepted tests", data && `${data.tests}`],
          ["Runs a day", data && `${data.runs}`],
          ["Price a day", data && priceText(data)],
          ["Writes", "refused: no write leaves"],
          [enabled ? "Set" : "Turned off", changed],
        ]}
      />
    </>
  );
}

function priceText({ money_high: high }: Schemas["EstimateView"]): string {
  if (high === null) return "price unknown";
  return Number(high) === 0 ? "free" : `at most ${dollars(high)}`;
}
