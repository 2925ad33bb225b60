import { Group, Paper, Switch, Title } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client";
import { Loaded } from "../../ui/Loaded";
import { TrendChart } from "./TrendChart";
import { TrendTable } from "./TrendTable";
import type { Marker, Point } from "./timeline";

/** How the agent came to stand where it stands; nothing while no official batch has decided anything. */
export function Trend({ agent, markers }: { agent: string; markers: Marker[] }) {
  const query = api.useQuery("get", "/api/agents/{agent}/trend", { params: { path: { agent } } });
  return (
    <Loaded query={query} rows={2}>
      {({ items }) => (items.length > 0 ? <Shown points={items} markers={markers} /> : null)}
    </Loaded>
  );
}

function Shown({ points, markers }: { points: Point[]; markers: Marker[] }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="trend-title">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h5" id="trend-title">
          Lower bound over time
        </Title>
        <Switch
          label="Show as a table"
          checked={asTable}
          onChange={(event) => setAsTable(event.currentTarget.checked)}
        />
      </Group>
      {asTable ? (
        <TrendTable points={points} markers={markers} />
      ) : (
        <TrendChart points={points} markers={markers} />
      )}
    </Paper>
  );
}
