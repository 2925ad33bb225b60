import { Alert, Stack, Text } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { api } from "../../api/client";
import type { Test } from "../../api/useTests";
import { Ask } from "../../ui/Ask";
import { done } from "../../ui/tell";
import { Attributes, Criteria, Setting, SimulatedUser, Situation } from "./TestSections";

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
        {test.warnings.map((warning) => (
          <Alert key={warning} role="note" color="orange" icon={<TriangleAlert size={18} aria-hidden />}>
            {warning}
          </Alert>
        ))}
      </Stack>
    </Ask>
  );
}
