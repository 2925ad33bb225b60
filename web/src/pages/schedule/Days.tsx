import { Badge, Group, Text, Title } from "@mantine/core";
import { api, type Schemas } from "../../api/client";
import { OutcomeBadge } from "../../ui/badges";
import { GoLink } from "../../ui/GoLink";
import { onDayUtc } from "../../ui/when";

type Day = Schemas["ScheduledDayView"];

const NOT_RUN: Record<string, { label: string; color: string }> = {
  missed: { label: "Missed", color: "orange" },
  not_started: { label: "Not started", color: "red" },
};

/** What became of each day that came due, newest first. */
export function Days({ agent, days }: { agent: string; days: Day[] }) {
  const batches = api.useQuery("get", "/api/agents/{agent}/batches", {
    params: { path: { agent }, query: { limit: 50 } },
  });
  return (
    <section aria-labelledby="days-title">
      <Title order={2} size="h5" mb="sm" id="days-title">
        Days so far
      </Title>
      {days.length === 0 && (
        <Text size="sm" c="dimmed">
          No day has come due yet. Each one then stands here with its verdict.
        </Text>
      )}
      {days.length > 0 && (
        <ul className="rows" aria-labelledby="days-title">
          {days.map((day) => (
            <DayRow
              key={day.due_date}
              day={day}
              batch={batches.data?.items.find(({ id }) => id === day.batch)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function DayRow({ day, batch }: { day: Day; batch: Schemas["BatchView"] | undefined }) {
  const look = NOT_RUN[day.state];
  const called = onDayUtc(day.due_date);
  return (
    <li className="row" aria-label={called}>
      <Group gap="xs" justify="space-between">
        <Group gap={8}>
          <Text component="span" size="sm" fw={600} className="figures day">
            {called}
          </Text>
          {look && (
            <Badge variant="light" color={look.color} className="badge">
              {look.label}
            </Badge>
          )}
          {batch && <BatchVerdict batch={batch} />}
          {day.late && (
            <Badge variant="outline" color="gray" className="badge">
              Late
            </Badge>
          )}
        </Group>
        {day.batch && (
          <GoLink
            change={{ tab: "runs", batch: day.batch, run: undefined, test: undefined }}
            label={`Show the runs of ${called}`}
          >
            Show the runs
          </GoLink>
        )}
      </Group>
      {day.why && (
        <Text size="sm" c="dimmed" mt={4}>
          {day.why}
        </Text>
      )}
    </li>
  );
}

function BatchVerdict({ batch: { state, verdict, counts } }: { batch: Schemas["BatchView"] }) {
  const open = state === "planned" || state === "running";
  return (
    <>
      {open ? (
        <Badge variant="light" color="iris" className="badge">
          Running
        </Badge>
      ) : (
        <OutcomeBadge outcome={verdict} />
      )}
      <Text component="span" size="xs" c="dimmed" className="figures">
        {counts.passed} of {counts.planned} runs passed
      </Text>
    </>
  );
}
