import { Button, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { Schemas } from "../../api/client";
import { toldApart } from "../../ui/apart";
import { BoundBar } from "../../ui/BoundBar";
import { OutcomeBadge } from "../../ui/badges";
import { GoLink } from "../../ui/GoLink";
import { atMinute } from "../../ui/when";
import { lostText } from "./lost";

type Item = Schemas["TestHealth"];

const ORDER: Item["verdict"][] = ["failed", "incomplete", "no_result", "passed"];
const FIRST = 20;

/** Each accepted test on the live version: what needs a look stands first, the least certain of its kind before others. */
export function TestHealths({ items }: { items: Item[] }) {
  const [all, setAll] = useState(false);
  const sorted = toldApart(items.map((item) => ({ ...item, id: item.test }))).sort(byNeed);
  const shown = all ? sorted : sorted.slice(0, FIRST);
  return (
    <section aria-labelledby="tests-health-title">
      <Title order={2} size="h5" mb="sm" id="tests-health-title">
        Test by test
      </Title>
      <ul className="rows" aria-labelledby="tests-health-title">
        {shown.map((item) => (
          <TestLine key={item.test} item={item} called={item.called} />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button mt="sm" size="xs" variant="default" onClick={() => setAll(true)}>
          Show all {sorted.length} tests
        </Button>
      )}
    </section>
  );
}

function byNeed(a: Item, b: Item): number {
  return ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || (a.lower ?? 0) - (b.lower ?? 0);
}

function TestLine({ item, called }: { item: Item; called: string }) {
  const bound = { ...item, kind: called, planned: item.n, score: null, threshold: null, must_pass: 0 };
  return (
    <li className="row health-line" aria-label={called}>
      <GoLink change={{ tab: "tests", test: item.test, run: undefined }} className="title-link">
        {called}
      </GoLink>
      <OutcomeBadge outcome={item.verdict} />
      <div>
        <BoundBar result={bound} />
        {lostText(item) && (
          <Text size="xs" c="dimmed" className="figures">
            {lostText(item)}
          </Text>
        )}
      </div>
      <Text component="span" size="xs" c="dimmed" className="figures health-when">
        {item.batch && item.at ? (
          <GoLink
            change={{ tab: "runs", batch: item.batch, run: undefined, test: item.test }}
            label={`Runs of ${called}, ${atMinute(item.at)}`}
          >
            {atMinute(item.at)}
          </GoLink>
        ) : (
          "not run yet"
        )}
      </Text>
    </li>
  );
}
