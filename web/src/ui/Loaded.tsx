import { Alert, Button, Skeleton, Stack } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { sentenceOf } from "../api/errors";

interface Query<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface Props<T> {
  query: Query<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}

/** What was asked for, or that it is still on its way, or why it did not come. */
export function Loaded<T>({ query, rows = 4, children }: Props<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack gap="sm" role="status" aria-busy aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Skeleton key={row} height={64} radius="md" />
      ))}
    </Stack>
  );
}

export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} title="This could not be loaded">
      {sentenceOf(error)}
      {onRetry && (
        <div>
          <Button size="xs" variant="default" mt="sm" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Alert>
  );
}
