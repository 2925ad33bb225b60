import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, type Schemas } from "../../api/client";
import { ApiError } from "../../api/errors";
import { Ask } from "../../ui/Ask";
import { Loaded } from "../../ui/Loaded";
import { done } from "../../ui/tell";
import { EstimateDetails } from "../tests/EstimateDetails";
import { isTime, localTime } from "./clock";

const USUAL = "06:00";

interface Props {
  agent: string;
  schedule: Schemas["ScheduleView"];
  onClose: () => void;
}

/** Asks for the time of day, and says what each day will take. */
export function DailyDialog({ agent, schedule, onClose }: Props) {
  const [at, setAt] = useState(schedule.at ?? USUAL);
  const set = api.useMutation("put", "/api/agents/{agent}/schedule", {
    onSuccess: () => {
      done(`The accepted tests run every day at ${at} UTC.`);
      onClose();
    },
  });
  const local = localTime(at, new Date());
  return (
    <Ask
      title={schedule.enabled ? "Change the daily run?" : "Run the accepted tests every day?"}
      yes={schedule.enabled ? "Change" : "Run daily"}
      busy={set.isPending}
      disabled={!isTime(at)}
      onYes={() => set.mutate({ params: { path: { agent } }, body: { at, enabled: true } })}
      onClose={onClose}
    >
      <TextInput
        label="Time of day, in UTC"
        inputMode="numeric"
        placeholder={USUAL}
        maxLength={5}
        className="figures"
        description={local ? `${local} where you are now` : undefined}
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
        error={isTime(at) ? undefined : "Give the time as hours and minutes, for example 06:00."}
        w={220}
        mb="md"
        data-autofocus
      />
      <EachDay agent={agent} />
    </Ask>
  );
}

function EachDay({ agent }: { agent: string }) {
  const estimate = api.useQuery("post", "/api/agents/{agent}/estimate", {
    params: { path: { agent } },
    body: { kind: "run_all" },
  });
  if (estimate.error instanceof ApiError && estimate.error.code === "nothing_to_run")
    return <Text size="sm">No test is accepted yet, so nothing runs until one is.</Text>;
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        Each day
      </Text>
      <Loaded query={estimate} rows={2}>
        {(shown) => <EstimateDetails estimate={shown} />}
      </Loaded>
    </>
  );
}
