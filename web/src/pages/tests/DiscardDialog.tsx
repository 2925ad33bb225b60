import { Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { api } from "../../api/client";
import type { Test } from "../../api/useTests";
import { type Search, useGo } from "../../search";
import { Ask } from "../../ui/Ask";
import { done } from "../../ui/tell";

export function DiscardDialog({ test, onClose }: { test: Test; onClose: () => void }) {
  const go = useGo();
  const { test: open }: Search = useSearch({ strict: false });
  const discard = api.useMutation("delete", "/api/tests/{id}", {
    onSuccess: () => {
      done(`The draft “${test.name}” is discarded.`);
      if (open === test.id) go({ test: undefined });
      onClose();
    },
  });
  return (
    <Ask
      title={`Discard “${test.name}”?`}
      yes="Discard"
      danger
      busy={discard.isPending}
      onYes={() => discard.mutate({ params: { path: { id: test.id } } })}
      onClose={onClose}
    >
      <Text size="sm">The draft is gone for good. Accepted tests are not touched.</Text>
    </Ask>
  );
}
