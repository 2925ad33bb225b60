import { Button } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "../api/useMay";
import { Empty } from "../ui/Empty";
import { useSuggest } from "./suggest";

interface Props {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  /** What the button puts into the composer of the chat. */
  prompt: string;
  action: string;
  /** What else can be done, before that button. */
  first?: ReactNode;
}

/** An empty place whose next step is taken in the chat. */
export function EmptyWithPrompt({ icon, title, children, prompt, action, first }: Props) {
  const suggest = useSuggest();
  const may = useMay();
  const ask = may.write && (
    <Button variant="default" onClick={() => suggest(prompt)}>
      {action}
    </Button>
  );
  return (
    <Empty
      icon={icon}
      title={title}
      action={
        (ask || first) && (
          <div className="empty-actions">
            {first}
            {ask}
          </div>
        )
      }
    >
      {children}
    </Empty>
  );
}
