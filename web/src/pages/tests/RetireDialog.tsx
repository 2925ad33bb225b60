import { Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client";
import type { Test } from "../../api/useTests";
import { Ask } from "../../ui/Ask";
import { done } from "../../ui/tell";

export function RetireDialog({ test, onClose }: { test: Test; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const retire = api.useMutation("post", "/api/tests/{id}/retire", {
    onSuccess: () => {
      done(`“${test.name}” is retired.`);
      onClose();
    },
  });
  return (
    <Ask
      title={`Retire “${test.name}”?`}
      yes="Retire"
      danger
      busy={retire.isPending}
      disabled={reason.trim() === ""}
      onYes={() => retire.mutate({ params: { path: { id: test.id } }, body: { reason: reason.trim() } })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">A retired test no longer runs. Its results and its reason stay on record.</Text>
        <Textarea
          label="Reason"
          required
          withAsterisk={false}
          data-autofocus
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </Ask>
  );
}
