"""From verdicts to a result: a bound decides, a lost run never shrinks n, and unknown stays unknown."""

from typing import Any

import pytest

from optimize.domain.acceptance_test import TestBody
from optimize.domain.cost import Cost, total
from optimize.domain.result import CriterionResult, ResultOutcome, criterion_result, outcome_of
from optimize.domain.verdict import Outcome, Verdict

JUDGED = {"kind": "doesNotHallucinate"}
CODE = {"kind": "answerContains", "texts": ["x"]}
SCORED = {"kind": "meetsExpectedBehaviors"}
P, F, U = Outcome.PASSED, Outcome.FAILED, Outcome.COULD_NOT_JUDGE


def result(
    criterion: dict[str, Any], runs: int, outcomes: list[Outcome], *, final: bool = True, **parts: Any
) -> CriterionResult:
    verdicts = [Verdict(outcome=outcome, reason=f"It {outcome}.") for outcome in outcomes]
    return of_verdicts(criterion, runs, verdicts, final=final, **parts)


def of_verdicts(
    criterion: dict[str, Any], runs: int, verdicts: list[Verdict], *, final: bool = True, **parts: Any
) -> CriterionResult:
    said = {"name": "n", "situation": {"messages": [{"text": "t"}]}, "criteria": [criterion], "runs": runs}
    test = TestBody.model_validate(said | parts)
    named = [(f"run_{n}", verdict) for n, verdict in enumerate(verdicts, start=1)]
    return criterion_result(0, test.criteria[0], test.rules()[0], named, final=final)


def scores(*values: float) -> list[Verdict]:
    return [Verdict(outcome=P if value == 1 else F, reason="r", score=value) for value in values]


@pytest.mark.parametrize(
    ("criterion", "runs", "outcomes", "verdict"),
    [
        (JUDGED, 5, [P] * 5, "passed"),
        (JUDGED, 5, [P] * 4 + [F], "failed"),
        (JUDGED, 5, [P] * 4, "incomplete"),
        (JUDGED, 5, [P] * 4 + [U], "incomplete"),
        (JUDGED, 5, [F], "failed"),
        (JUDGED, 5, [], "no_result"),
        (JUDGED, 5, [U] * 5, "no_result"),
        (JUDGED, 10, [P] * 9 + [F], "passed"),
        (JUDGED, 10, [P] * 9, "passed"),
        (JUDGED, 10, [P] * 8, "incomplete"),
        (JUDGED, 10, [P] * 8 + [F] * 2, "failed"),
        (CODE, 3, [P] * 3, "passed"),
        (CODE, 3, [P] * 2, "incomplete"),
        (CODE, 3, [P, P, F], "failed"),
        (CODE, 3, [F], "failed"),
        (JUDGED, 2, [P, P], "incomplete"),
        (JUDGED, 2, [F, F], "incomplete"),
        (JUDGED, 1, [], "no_result"),
    ],
)
def test_what_decides(criterion: dict[str, Any], runs: int, outcomes: list[Outcome], verdict: str) -> None:
    assert result(criterion, runs, outcomes).verdict == verdict


@pytest.mark.parametrize("outcomes", [[P] * 5, [F], [P]])
def test_nothing_is_decided_while_it_runs(outcomes: list[Outcome]) -> None:
    assert result(JUDGED, 5, outcomes, final=False).verdict is ResultOutcome.INCOMPLETE
    assert result(JUDGED, 5, [], final=False).verdict is ResultOutcome.NO_RESULT


def test_n_is_what_was_judged_and_planned_is_what_was_asked() -> None:
    found = result(JUDGED, 5, [P, P, F, U])
    assert (found.k, found.n, found.planned) == (2, 3, 5)
    assert found.lower == pytest.approx(0.2077, abs=1e-4)


def test_without_a_run_there_is_no_bound() -> None:
    found = result(JUDGED, 5, [U])
    assert (found.k, found.n, found.lower, found.score) == (0, 0, None, None)


def test_reasons_are_grouped_with_their_runs() -> None:
    found = result(JUDGED, 5, [F, P, F, U, F])
    assert [(reason.outcome, reason.count, reason.runs) for reason in found.reasons] == [
        (F, 3, ("run_1", "run_3", "run_5")),
        (P, 1, ("run_2",)),
        (U, 1, ("run_4",)),
    ]


def test_a_fraction_counts_as_a_fraction() -> None:
    found = of_verdicts(SCORED, 5, scores(1, 1, 1, 1, 0.8))
    assert (found.k, found.n, found.verdict) == (4, 5, "passed")
    assert found.score == pytest.approx(0.96)
    assert found.lower == pytest.approx(0.5222, abs=1e-4)


@pytest.mark.parametrize(
    ("values", "verdict"),
    [((0.5,) * 5, "failed"), ((1, 1, 1, 1), "incomplete"), ((0, 0), "failed"), ((), "no_result")],
)
def test_a_fraction_decides_by_its_bound(values: tuple[float, ...], verdict: str) -> None:
    assert of_verdicts(SCORED, 5, scores(*values)).verdict == verdict


def test_all_behaviors_or_nothing_is_no_fraction() -> None:
    found = of_verdicts({**SCORED, "report": "all"}, 5, scores(1, 1, 1, 1, 0.8))
    assert (found.verdict, found.score) == ("failed", None)


@pytest.mark.parametrize(
    ("outcomes", "whole"),
    [
        (["passed", "passed"], "passed"),
        (["passed", "failed", "incomplete"], "failed"),
        (["passed", "incomplete", "no_result"], "incomplete"),
        (["passed", "no_result"], "no_result"),
        ([], "no_result"),
    ],
)
def test_a_test_passes_only_if_every_criterion_does(outcomes: list[str], whole: str) -> None:
    base = result(JUDGED, 5, [])
    results = [base.model_copy(update={"verdict": ResultOutcome(outcome)}) for outcome in outcomes]
    assert outcome_of(results) == whole


def test_a_sum_with_an_unknown_price_is_unknown() -> None:
    known, unknown = Cost(calls=1, input_tokens=5), Cost(calls=2, output_tokens=3, money=None, price_unknown=True)
    found = total([known, unknown])
    assert (found.calls, found.input_tokens, found.output_tokens, found.money) == (3, 5, 3, None)
    assert total([]).money == 0
