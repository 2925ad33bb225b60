import { UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ChevronRight } from "lucide-react";
import type { Turn } from "./events";
import { LeftDrafts } from "./LeftDrafts";
import { type TurnActions, TurnView } from "./TurnView";

type Group = [Turn, ...Turn[]];

/** Neighbouring turns that one edit replaced stand together; each other turn for itself. */
export function groupsOf(turns: Turn[]): Group[] {
  const groups: Group[] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    if (turn.replaced && last?.[0].replaced) last.push(turn);
    else groups.push([turn]);
  }
  return groups;
}

interface Props extends TurnActions {
  agent: string;
  turns: Turn[];
  /** Those that no edit replaced. */
  others: Turn[];
}

/** What an edited message took the place of: on record, folded away. */
export function Replaced({ agent, turns, others, ...actions }: Props) {
  const [shown, { toggle }] = useDisclosure(false);
  const many = turns.length > 1;
  return (
    <div className="turn replaced">
      <UnstyledButton className="replaced-head" aria-expanded={shown} onClick={toggle}>
        <ChevronRight size={14} aria-hidden className={shown ? "turned" : "turns"} />
        {many ? `${turns.length} messages replaced by an edit` : "1 message replaced by an edit"}
      </UnstyledButton>
      <LeftDrafts agent={agent} turns={turns} others={others} mayDiscard={actions.may.write} />
      {shown &&
        turns.map((turn) => (
          <TurnView
            key={turn.id}
            agent={agent}
            turn={turn}
            last={false}
            {...actions}
            onReply={null}
            onRetry={null}
          />
        ))}
    </div>
  );
}
