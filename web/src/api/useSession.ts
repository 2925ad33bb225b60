import { api } from "./client";

/** Who is signed in, and which models answer. */
export function useSession() {
  return api.useQuery("get", "/api/session", {}, { staleTime: 60_000 });
}
