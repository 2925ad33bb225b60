import { Alert, Button, Drawer, Group, Stack } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { api } from "../../api/client";
import { useMay } from "../../api/useMay";
import type { Test } from "../../api/useTests";
import { useGo } from "../../search";
import { StateBadge } from "../../ui/badges";
import { Loaded } from "../../ui/Loaded";
import { LatestResult } from "./LatestResult";
import type { Wish } from "./TestDialogs";
import { TestHistory } from "./TestHistory";
import { Attributes, Criteria, Setting, SimulatedUser, Situation } from "./TestSections";

interface Props {
  id: string | undefined;
  onWish: (wish: Wish) => void;
}

/** Everything about one test, beside the list. */
export function TestDrawer({ id, onWish }: Props) {
  const go = useGo();
  const query = api.useQuery(
    "get",
    "/api/tests/{id}",
    { params: { path: { id: id ?? "" } } },
    { enabled: !!id },
  );
  return (
    <Drawer
      opened={!!id}
      onClose={() => go({ test: undefined })}
      position="right"
      size="lg"
      title={query.data?.name ?? "Acceptance test"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {id && <Loaded query={query}>{(test) => <Details test={test} onWish={onWish} />}</Loaded>}
    </Drawer>
  );
}

function Details({ test, onWish }: { test: Test; onWish: (wish: Wish) => void }) {
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <StateBadge state={test.state ?? "draft"} />
        <Steps test={test} onWish={onWish} />
      </Group>
      {test.warnings.map((warning) => (
        <Alert key={warning} role="note" color="orange" icon={<TriangleAlert size={18} aria-hidden />}>
          {warning}
        </Alert>
      ))}
      <Situation test={test} />
      <SimulatedUser test={test} />
      <Criteria test={test} />
      <Setting test={test} />
      <LatestResult test={test} />
      <Attributes test={test} />
      <TestHistory test={test} />
    </Stack>
  );
}

function Steps({ test, onWish }: { test: Test; onWish: (wish: Wish) => void }) {
  const may = useMay();
  if (test.state === "retired" || !may.write) return null;
  if (test.state === "accepted") {
    if (!may.decide) return null;
    return (
      <Button size="xs" variant="default" onClick={() => onWish({ kind: "run", test })}>
        Run
      </Button>
    );
  }
  return (
    <Group gap={8}>
      <Button size="xs" variant="default" onClick={() => onWish({ kind: "dry_run", test })}>
        Dry-run
      </Button>
      <Button size="xs" variant="default" onClick={() => onWish({ kind: "edit", test })}>
        Edit
      </Button>
      {may.decide && (
        <Button size="xs" onClick={() => onWish({ kind: "accept", test })}>
          Accept
        </Button>
      )}
    </Group>
  );
}
