import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { refused } from "../ui/tell";
import { ApiError, isSignedOut } from "./errors";

const MAX_TRIES = 2;

/** The cache of what the service said. `onSignedOut` is called as soon as it answers that nobody is signed in. */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries(),
      onError: (error, _variables, _context, mutation) => {
        onError(error);
        if (!mutation.meta?.shownInPlace) refused(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A refusal stays a refusal; only silence is worth another try.
        retry: (tries, error) => error instanceof ApiError && error.status === 0 && tries < MAX_TRIES,
      },
    },
  });
  return client;
}
