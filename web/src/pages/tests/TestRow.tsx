import { Badge, Group, Loader, Text } from "@mantine/core";
import type { Test } from "../../api/useTests";
import { markOf } from "../../ui/apart";
import { BoundBar } from "../../ui/BoundBar";
import { OutcomeBadge, StateBadge } from "../../ui/badges";
import { GoLink } from "../../ui/GoLink";
import { LostRuns } from "../../ui/LostRuns";
import { tellingOf } from "../../ui/telling";
import { atMinute } from "../../ui/when";
import { boundsOf } from "./bounds";
import { OtherVersion } from "./OtherVersion";
import type { Wish } from "./TestDialogs";
import { TestMenu } from "./TestMenu";

interface Props {
  test: Test;
  /** Another test of the list goes by the same name. */
  clash: boolean;
  onWish: (wish: Wish) => void;
}

/** One test in the list: its criteria, and for each how much has been shown for sure. */
export function TestRow({ test, clash, onWish }: Props) {
  const called = clash ? `${test.name} (${markOf(test.id)})` : test.name;
  return (
    <li className="row" aria-label={called}>
      <div className="row-head">
        <div className="row-title">
          <GoLink change={{ test: test.id }} className="title-link">
            {test.name}
          </GoLink>
          {clash && <Mark test={test} />}
          <Badges test={test} />
        </div>
        <TestMenu test={test} called={called} onWish={onWish} />
      </div>
      <ul className="bounds" aria-label="Criteria">
        {boundsOf(test).map((bound) => (
          <li key={bound.criterion} className="bound-line" aria-description={test.sentences[bound.criterion]}>
            <div className="bound-what" title={test.sentences[bound.criterion]}>
              <span className="kind">{bound.kind}</span> <Telling of={test.criteria[bound.criterion]} />
            </div>
            <BoundBar result={bound} withRule />
          </li>
        ))}
      </ul>
      <LostRuns why={test.latest?.why_lost} />
      {test.retired_reason && (
        <Text size="sm" c="dimmed" mt={6}>
          Retired: {test.retired_reason}
        </Text>
      )}
    </li>
  );
}

/** What a criterion is about, since a test may have several of one kind; the whole sentence stands in the details. */
function Telling({ of }: { of: Test["criteria"][number] | undefined }) {
  const telling = of && tellingOf(of);
  return telling ? <span className="telling">{telling}</span> : null;
}

/** What tells a test from others of its name. */
function Mark({ test }: { test: Test }) {
  const when = test.accepted_at
    ? `accepted ${atMinute(test.accepted_at)}`
    : `drafted ${atMinute(test.created_at)}`;
  return (
    <Text component="span" size="xs" c="dimmed" className="figures">
      {markOf(test.id)}, {when}
    </Text>
  );
}

function Badges({ test }: { test: Test }) {
  const { latest, active_batch: active, state, warnings } = test;
  return (
    <Group gap={6}>
      <StateBadge state={state ?? "draft"} />
      {latest && <OutcomeBadge outcome={latest.verdict} />}
      {state === "draft" && latest && (
        <Text size="xs" c="dimmed">
          dry run
        </Text>
      )}
      {latest && <OtherVersion of={latest} />}
      {active && (
        <Badge variant="light" color="iris" className="badge" leftSection={<Loader size={10} aria-hidden />}>
          Running
        </Badge>
      )}
      {state === "draft" && warnings.length > 0 && (
        <Badge variant="light" color="orange" className="badge">
          {warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`}
        </Badge>
      )}
    </Group>
  );
}
