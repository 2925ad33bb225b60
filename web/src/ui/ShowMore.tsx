import { Button } from "@mantine/core";

interface Props {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Of what there is more, as it stands in a sentence. */
  what: string;
}

/** The next page of a list; nothing if there is none. */
export function ShowMore({ query, what }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show more {what}
    </Button>
  );
}
