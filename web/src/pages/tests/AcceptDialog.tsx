import { Alert, Stack, Text } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { api } from "../../api/client";
import type { Test } from "../../api/useTests";
import { Ask } from "../../ui/Ask";
import { done } from "../../ui/tell";
import { LatestResult } from "./LatestResult";
import { Attributes, Criteria, Section, Setting, SimulatedUser, Situation } from "./TestSections";

/** Shows the whole test before it is frozen. */
export function AcceptDialog({ test, onClose }: { test: Test; onClose: () => void }) {
  const accept = api.useMutation("post", "/api/tests/{id}/accept", {
    onSuccess: () => {
      done(`“${test.name}” is accepted.`);
      onClose();
    },
  });
  return (
    <Ask
      title={`Accept “${test.name}”?`}
      yes="Accept"
      busy={accept.isPending}
      onYes={() =>
        accept.mutate({ params: { path: { id: test.id }, header: { "if-match": `"${test.revision}"` } } })
      }
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">
          An accepted test can never change. To change what it asks for, amend it: that accepts a new test and
          retires this one, with a reason.
        </Text>
        <Situation test={test} />
        <SimulatedUser test={test} />
        <Criteria test={test} />
        <Setting test={test} />
        <Attributes test={test} />
        <DryRun test={test} />
        {test.warnings.map((warning) => (
          <Alert key={warning} role="note" color="orange" icon={<TriangleAlert size={18} aria-hidden />}>
            {warning}
          </Alert>
        ))}
      </Stack>
    </Ask>
  );
}

/** Whether it was tried: what nobody has seen run may not mean what was meant. */
function DryRun({ test }: { test: Test }) {
  if (test.latest) return <LatestResult test={test} />;
  return (
    <Section title="Dry run">
      <Text size="sm">
        {test.active_batch
          ? "A dry run of it is going on and has no result yet."
          : "It has not been dry-run as it stands."}
      </Text>
    </Section>
  );
}
