import { useSession } from "./useSession";

/** What the signed-in person may do. The service holds to it; the page only leaves out what would be refused. */
export interface May {
  /** Talk to the assistant, write and dry-run drafts, stop runs. */
  write: boolean;
  /** Only look: known to be a viewer. */
  onlyRead: boolean;
  /** Accept, retire, run what counts, approve. */
  decide: boolean;
}

export function useMay(): May {
  const role = useSession().data?.role;
  return {
    write: role === "editor" || role === "admin",
    onlyRead: role === "viewer",
    decide: role === "admin",
  };
}
