import type { Test } from "../../api/useTests";
import { AcceptDialog } from "./AcceptDialog";
import { DiscardDialog } from "./DiscardDialog";
import { DraftDialog } from "./form/DraftDialog";
import { RetireDialog } from "./RetireDialog";
import { StartDialog } from "./StartDialog";

/** What the person wants done and is asked about first. */
export type Wish =
  | { kind: "run_all" | "new_draft" }
  | { kind: "run" | "dry_run" | "edit" | "accept" | "discard" | "retire"; test: Test };

interface Props {
  agent: string;
  wish: Wish | null;
  onClose: () => void;
}

export function TestDialogs({ agent, wish, onClose }: Props) {
  if (!wish) return null;
  switch (wish.kind) {
    case "new_draft":
      return <DraftDialog agent={agent} onClose={onClose} />;
    case "edit":
      return <DraftDialog agent={agent} test={wish.test} onClose={onClose} />;
    case "accept":
      return <AcceptDialog test={wish.test} onClose={onClose} />;
    case "discard":
      return <DiscardDialog test={wish.test} onClose={onClose} />;
    case "retire":
      return <RetireDialog test={wish.test} onClose={onClose} />;
    case "run_all":
      return <StartDialog agent={agent} kind="run_all" onClose={onClose} />;
    default:
      return <StartDialog agent={agent} kind={wish.kind} test={wish.test} onClose={onClose} />;
  }
}
