import { Button, Stack, Text, Title } from "@mantine/core";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client";
import { useMay } from "../../api/useMay";
import { EmptyWithPrompt } from "../../shell/EmptyWithPrompt";
import { Loaded } from "../../ui/Loaded";
import { DailyDialog } from "./DailyDialog";
import { DailyRun } from "./DailyRun";
import { Days } from "./Days";
import { OffDialog } from "./OffDialog";

type Wish = "set" | "off";

/** The daily run of the accepted tests: when it comes next, and what became of the days before. */
export function Schedule({ agent }: { agent: string }) {
  const [wish, setWish] = useState<Wish | null>(null);
  const query = api.useQuery("get", "/api/agents/{agent}/schedule", { params: { path: { agent } } });
  const close = () => setWish(null);
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h3">
          Schedule
        </Title>
        <Text size="sm" c="dimmed">
          Runs all accepted tests once a day. These runs are official: they count for health.
        </Text>
      </div>
      <Loaded query={query} rows={2}>
        {(schedule) => (
          <>
            {schedule.at === null ? (
              <NeverSet onSet={() => setWish("set")} />
            ) : (
              <>
                <DailyRun
                  agent={agent}
                  schedule={schedule}
                  onSet={() => setWish("set")}
                  onOff={() => setWish("off")}
                />
                <Days agent={agent} days={schedule.days} />
              </>
            )}
            {wish === "set" && <DailyDialog agent={agent} schedule={schedule} onClose={close} />}
            {wish === "off" && <OffDialog agent={agent} at={schedule.at ?? ""} onClose={close} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function NeverSet({ onSet }: { onSet: () => void }) {
  const may = useMay();
  return (
    <EmptyWithPrompt
      icon={CalendarClock}
      title="No daily run yet"
      prompt="Run all accepted tests every day at 06:00"
      action="Ask for it in the chat"
      first={may.decide && <Button onClick={onSet}>Set a daily run</Button>}
    >
      Choose a time, and all accepted tests run every day then, so that health stays fresh without anybody
      pressing Run all. You see the price before you say yes; writes are refused.
    </EmptyWithPrompt>
  );
}
