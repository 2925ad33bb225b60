import type { Test } from "../../api/useTests";
import type { CriterionResult } from "../../ui/bound";

/** Per criterion its newest result; one that says "no result" where nothing has run yet. */
export function boundsOf(test: Test): CriterionResult[] {
  return test.criteria.map((criterion, position) => {
    const known = test.latest?.criteria.find((result) => result.criterion === position);
    return known ?? nothingYet(test, criterion, position);
  });
}

function nothingYet(test: Test, criterion: Test["criteria"][number], position: number): CriterionResult {
  return {
    criterion: position,
    kind: criterion.kind,
    k: 0,
    n: 0,
    planned: test.runs ?? 1,
    lower: null,
    // Which threshold applies is the service's rule; before the first result none is claimed.
    threshold: criterion.threshold ?? null,
    must_pass: 0,
    verdict: "no_result",
    reasons: [],
  };
}
