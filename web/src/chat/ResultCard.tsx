import { Button, Group, Spoiler, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { toldApart } from "../ui/apart";
import { BoundText } from "../ui/BoundBar";
import { OutcomeBadge } from "../ui/badges";
import type { CriterionResult } from "../ui/bound";
import { CriterionName } from "../ui/CriterionName";
import { GoLink } from "../ui/GoLink";
import { LostRuns } from "../ui/LostRuns";
import type { Progress } from "./events";
import { moreText, reasonsShown } from "./reasonsShown";

const MOST_TESTS = 5;
/** Pixels of five lines of a reason, in which most of them fit. */
const LINES = 84;

/** How each test of a finished batch came out: the verdict, the bound of each criterion, and why. */
export function ResultCard({ progress: { tests, batchKind } }: { progress: Progress }) {
  const [all, setAll] = useState(false);
  const apart = toldApart(tests.map((test) => ({ ...test, id: test.test })));
  const shown = all ? apart : apart.slice(0, MOST_TESTS);
  return (
    <div className="results">
      <ul aria-label="Results">
        {shown.map((test) => (
          <li key={test.test} aria-label={`Result of ${test.called}`}>
            <Group gap={8} justify="space-between" wrap="nowrap" align="flex-start">
              <GoLink
                change={{ tab: "tests", test: test.test, run: undefined }}
                className="title-link result-name"
              >
                {test.called}
              </GoLink>
              <OutcomeBadge outcome={test.verdict} />
            </Group>
            {test.criteria.map((result) => (
              <ResultLine
                key={result.criterion}
                result={result}
                sentence={test.sentences?.[result.criterion]}
                always={batchKind === "dry_run"}
              />
            ))}
            <LostRuns why={test.why_lost} />
          </li>
        ))}
      </ul>
      {shown.length < tests.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
          Show all {tests.length} tests
        </Button>
      )}
    </div>
  );
}

interface LineProps {
  result: CriterionResult;
  sentence: string | undefined;
  always: boolean;
}

function ResultLine({ result, sentence, always }: LineProps) {
  const [all, setAll] = useState(false);
  const { shown, more } = reasonsShown(result, always, all);
  return (
    <div className="result-line">
      <div className="result-bound" data-verdict={result.verdict}>
        <CriterionName kind={result.kind} sentence={sentence} />
        <BoundText result={result} />
      </div>
      {shown.length > 0 && (
        <ul className="reason-list">
          {shown.map(({ outcome, text, count }) => (
            <li key={`${outcome}.${text}`} data-outcome={outcome}>
              <Spoiler
                maxHeight={LINES}
                showLabel="Show all of it"
                hideLabel="Show less"
                classNames={{ control: "more-reasons" }}
              >
                <Text size="xs" className="verbatim">
                  {count > 1 && `${count} × `}
                  {text}
                </Text>
              </Spoiler>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <UnstyledButton className="more-reasons" onClick={() => setAll(true)}>
          {moreText(more)}
        </UnstyledButton>
      )}
    </div>
  );
}
