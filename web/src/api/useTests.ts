import { api, type Schemas } from "./client";

export type Test = Schemas["TestView"];

/** The acceptance tests of an agent, all states, page after page. */
export function useTests(agent: string) {
  const query = api.useInfiniteQuery(
    "get",
    "/api/agents/{agent}/tests",
    { params: { path: { agent }, query: { limit: 200 } } },
    {
      pageParamName: "cursor",
      initialPageParam: null,
      getNextPageParam: (page) => page.next ?? undefined,
    },
  );
  const tests = query.data?.pages.flatMap((page) => page.items);
  return { ...query, data: tests };
}
