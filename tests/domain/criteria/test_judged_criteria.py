from typing import Any

import pytest
from pydantic import ValidationError

from optimize.domain.criteria.base import Capability, Evidence, JudgedCriterion
from optimize.domain.criteria.does_not_hallucinate import DoesNotHallucinate
from optimize.domain.criteria.meets_expected_behaviors import MeetsExpectedBehaviors
from optimize.domain.criteria.response_grounded_in_knowledge import ResponseGroundedInKnowledge
from optimize.domain.criteria.satisfies_assertion import SatisfiesAssertion
from optimize.domain.criteria.stays_in_character import StaysInCharacter
from optimize.domain.verdict import Outcome, Verdict, could_not_judge, failed, passed

ASSERTION = SatisfiesAssertion(assertion="The assessment names a specific clause of the contract.")


@pytest.mark.parametrize(
    ("criterion", "evidence", "needs"),
    [
        (DoesNotHallucinate(), set(Evidence), {Capability.TOOL_RESULTS}),
        (StaysInCharacter(), {Evidence.INSTRUCTIONS}, set()),
        (ResponseGroundedInKnowledge(), {Evidence.KNOWLEDGE}, {Capability.PASSAGES}),
        (ASSERTION, {Evidence.TOOL_RESULTS, Evidence.USER_MESSAGES}, set()),
        (MeetsExpectedBehaviors(), {Evidence.TOOL_RESULTS, Evidence.USER_MESSAGES}, set()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_judge_is_told(criterion: JudgedCriterion, evidence: set[Evidence], needs: set[Capability]) -> None:
    assert criterion.judged
    assert criterion.evidence == evidence
    assert criterion.needs == needs
    assert criterion.requirement().endswith(".")
    assert criterion.sentence().endswith(".")


def test_a_refused_call_is_no_source() -> None:
    assert "refused is no source" in DoesNotHallucinate().requirement()


def test_the_authors_words_are_the_requirement_with_names_filled_in() -> None:
    criterion = SatisfiesAssertion(assertion="It names {{test_case.city}}.")

    assert criterion.filled({"test_case": {"city": "Oslo"}}).requirement() == "It names Oslo."


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"assertion": ""},
        {"assertion": " \n\u00a0"},
        {"assertion": "x" * 4_001},
        {"assertion": 5},
        {"assertion": ["a"]},
        {"assertion": "a\0"},
        {"assertion": "\udc00"},
        {"assertion": "a", "persona": "b"},
        {"assertion": "a", "threshold": float("nan")},
        {"assertion": "a", "threshold": True},
    ],
    ids=ascii,
)
def test_assertions_refused_when_written(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SatisfiesAssertion.model_validate(parameters)


@pytest.mark.parametrize("kind", [DoesNotHallucinate, StaysInCharacter, ResponseGroundedInKnowledge])
def test_the_others_take_no_parameters(kind: type[JudgedCriterion]) -> None:
    with pytest.raises(ValidationError):
        kind.model_validate({"assertion": "a"})


def test_report_is_one_of_two() -> None:
    with pytest.raises(ValidationError):
        MeetsExpectedBehaviors.model_validate({"report": "most"})


MET, NOT_MET = passed("It asks.", 3), failed("It never does.", 5)


@pytest.mark.parametrize(
    ("judged", "outcome", "score", "reason"),
    [
        ([MET, MET], Outcome.PASSED, 1.0, "2 of 2 met. Met: “b0”: It asks. Met: “b1”: It asks."),
        ([MET, NOT_MET], Outcome.FAILED, 0.5, "1 of 2 met. Met: “b0”: It asks. Not met: “b1”: It never does."),
        ([NOT_MET], Outcome.FAILED, 0.0, "0 of 1 met."),
        (
            [MET, could_not_judge("Too long.")],
            Outcome.COULD_NOT_JUDGE,
            None,
            "1 of 2 could not be judged. “b1”: Too long.",
        ),
        ([], Outcome.COULD_NOT_JUDGE, None, "The test has no expected behaviours."),
    ],
    ids=["all", "half", "none", "one unjudged", "no behaviours"],
)
def test_each_behaviour_counts_on_its_own(
    judged: list[Verdict], outcome: Outcome, score: float | None, reason: str
) -> None:
    verdict = MeetsExpectedBehaviors().combined([(f"b{i}", one) for i, one in enumerate(judged)])

    assert (verdict.outcome, verdict.score) == (outcome, score)
    assert reason in verdict.reason


def test_citations_of_every_behaviour_are_kept() -> None:
    verdict = MeetsExpectedBehaviors().combined([("a", MET), ("b", NOT_MET)])

    assert [citation.event for citation in verdict.citations] == [3, 5]
