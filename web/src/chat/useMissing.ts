import { api } from "../api/client";
import { ApiError } from "../api/errors";

/** Past the end of any log: whether the thread exists is asked, not what stands in it. */
const PAST_THE_END = 1_000_000_000;

/** Whether the service has no such thread. Asked only about one that is in no list. */
export function useMissing(thread: string | undefined, listed: boolean): boolean {
  const { error } = api.useQuery(
    "get",
    "/api/chat/{thread}/events",
    { params: { path: { thread: thread ?? "" }, query: { after: PAST_THE_END } } },
    { enabled: thread !== undefined && !listed },
  );
  return thread !== undefined && !listed && error instanceof ApiError && error.status === 404;
}
