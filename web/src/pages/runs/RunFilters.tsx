import { Checkbox, Group, SegmentedControl, Select } from "@mantine/core";
import { api } from "../../api/client";
import { useTests } from "../../api/useTests";
import { useGo } from "../../search";
import { toldApart } from "../../ui/apart";
import { batchKind } from "../../ui/batches";
import { atMinute } from "../../ui/when";

export type Counted = "all" | "official" | "exploratory";

const COUNTED = [
  { value: "all", label: "All" },
  { value: "official", label: "Official" },
  { value: "exploratory", label: "Exploratory" },
];

interface Props {
  agent: string;
  test: string | undefined;
  batch: string | undefined;
  counted: Counted;
  onCounted: (counted: Counted) => void;
  /** How many cancelled runs lie among those that were read. */
  cancelled: number;
  withCancelled: boolean;
  onCancelled: (shown: boolean) => void;
}

export function RunFilters(props: Props) {
  const { agent, test, batch, counted, onCounted, cancelled, withCancelled, onCancelled } = props;
  const go = useGo();
  const tests = toldApart(useTests(agent).data ?? []);
  const batches = api.useQuery("get", "/api/agents/{agent}/batches", {
    params: { path: { agent }, query: { limit: 50 } },
  });
  const started = (batches.data?.items ?? []).map(({ id, kind, created_at }) => ({
    value: id,
    label: `${batchKind(kind)}, ${atMinute(created_at)}`,
  }));
  return (
    <Group gap="sm">
      <Select
        className="filter"
        aria-label="Test"
        placeholder="Any test"
        clearable
        searchable
        data={tests.map(({ id, called }) => ({ value: id, label: called }))}
        value={test ?? null}
        title={tests.find(({ id }) => id === test)?.called}
        onChange={(value) => go({ test: value ?? undefined })}
        clearButtonProps={{ "aria-label": "Any test" }}
      />
      <Select
        className="filter"
        aria-label="Batch"
        placeholder="Any batch"
        clearable
        searchable
        data={started}
        value={batch ?? null}
        onChange={(value) => go({ batch: value ?? undefined })}
        clearButtonProps={{ "aria-label": "Any batch" }}
      />
      <SegmentedControl
        aria-label="Which runs"
        data={COUNTED}
        value={counted}
        onChange={(value) => onCounted(value as Counted)}
      />
      {(cancelled > 0 || withCancelled) && (
        <Checkbox
          label={`Show cancelled (${cancelled})`}
          checked={withCancelled}
          onChange={(event) => onCancelled(event.currentTarget.checked)}
        />
      )}
    </Group>
  );
}
