"""One verdict per criterion, whatever breaks."""

import asyncio
import threading
from typing import Any, ClassVar, Literal

import pytest

from optimize.application.judge import Judge
from optimize.application.judged_document import Matter
from optimize.application.ports.models import CallContext
from optimize.application.scoring import Scoring
from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria.base import CodeCriterion
from optimize.domain.errors import Unavailable
from optimize.domain.transcript import Ending, Message, Transcript
from optimize.domain.verdict import Outcome, Verdict, failed, passed
from tests.fakes.ids import CountingIds
from tests.fakes.models import Answer, Document, FakeModels, finds
from tests.fakes.planned import DEFINITION, body
from tests.fakes.prompts import FakePrompts

SAID = (
    Message(seq=0, turn=1, role="user", text="Hello"),
    Message(seq=1, turn=1, role="assistant", text="Hello from London"),
)
ASSERTION = {"kind": "satisfiesAssertion", "assertion": "The agent greets {{test_case.who}}."}


class Waits(CodeCriterion):
    """A check that ends when something else of the same loop has happened."""

    title: ClassVar[str] = "Waits"
    kind: Literal["waits"] = "waits"
    going_on: ClassVar[threading.Event] = threading.Event()

    def sentence(self) -> str:
        return "It waits."

    def check(self, transcript: Transcript) -> Verdict:
        return passed("The loop went on.") if self.going_on.wait(20) else failed("The loop stood still.")


class Breaks(CodeCriterion):
    """A criterion with a bug."""

    title: ClassVar[str] = "Breaks"
    kind: Literal["breaks"] = "breaks"

    def sentence(self) -> str:
        return "It breaks."

    def check(self, transcript: Transcript) -> Verdict:
        raise ZeroDivisionError("a bug")


async def verdicts(test: TestBody, answer: Answer, **transcript: Any) -> tuple[list[Verdict], FakeModels]:
    models = FakeModels(judge=answer)
    scoring = Scoring(Judge(models, FakePrompts(), CountingIds()))
    matter = Matter(transcript=Transcript(events=SAID, **transcript), definition=DEFINITION)
    return await scoring.verdicts(test, matter, CallContext(agent="desk")), models


async def test_criteria_are_filled_in_and_answered_in_order() -> None:
    test = body(
        criteria=[{"kind": "answerContains", "texts": ["from {{agent.city}}"]}, ASSERTION],
        attributes={"who": "Ann"},
        runs=5,
    )
    [contains, assertion], models = await verdicts(test, finds("Hello"))
    assert contains.passed
    assert contains.judge is None
    assert assertion.passed
    assert assertion.judge is not None
    assert models.documents("judge")[0]["requirement"] == "The agent greets Ann."


async def test_an_attribute_that_does_not_exist_could_not_be_judged() -> None:
    test = body(criteria=[ASSERTION, {"kind": "answerContains", "texts": ["Hello"]}], runs=5)
    [missing, contains], models = await verdicts(test, finds("Hello"))
    assert missing.outcome is Outcome.COULD_NOT_JUDGE
    assert "test_case.who" in missing.reason
    assert contains.passed
    assert models.asked == []


async def test_a_criterion_that_crashes_could_not_judge_and_costs_the_others_nothing() -> None:
    test = body().model_copy(update={"criteria": (Breaks(), *body().criteria)})
    [broken, contains], _ = await verdicts(test, finds(""))
    assert broken.outcome is Outcome.COULD_NOT_JUDGE
    assert "ZeroDivisionError: a bug" in broken.reason
    assert contains.passed


async def test_the_loop_goes_on_while_a_criterion_is_checked() -> None:
    test = body().model_copy(update={"criteria": (Waits(),)})
    checked = asyncio.create_task(verdicts(test, finds("")))
    await asyncio.sleep(0)
    Waits.going_on.set()
    [waited], _ = await checked
    assert waited.reason == "The loop went on."


async def test_a_pattern_that_cannot_search_so_long_an_answer_could_not_be_judged() -> None:
    test = body(criteria=[{"kind": "answerMatches", "pattern": "(.*a){25}"}])
    long = Transcript(events=(Message(seq=1, turn=1, role="assistant", text="a" * 500_000),))
    scoring = Scoring(Judge(FakeModels(judge=finds("")), FakePrompts(), CountingIds()))
    matter = Matter(transcript=long, definition=DEFINITION)
    [unsearched] = await scoring.verdicts(test, matter, CallContext(agent="desk"))
    assert unsearched.outcome is Outcome.COULD_NOT_JUDGE
    assert "this pattern can search" in unsearched.reason


async def test_a_judge_that_does_not_answer_leaves_the_code_checks() -> None:
    def down(_document: Document) -> Document:
        raise Unavailable("model_unavailable", "The judge does not answer.")

    test = body(criteria=[ASSERTION, {"kind": "answerContains", "texts": ["Hello"]}], attributes={"who": "Ann"}, runs=5)
    [assertion, contains], _ = await verdicts(test, down)
    assert (assertion.outcome, assertion.reason) == (Outcome.COULD_NOT_JUDGE, "The judge does not answer.")
    assert contains.passed


async def test_an_agent_that_broke_off_fails_what_it_would_have_passed_too() -> None:
    test = body(
        criteria=[{"kind": "doesNotInvokeTool", "tool": "cancel_order"}, ASSERTION], attributes={"who": "Ann"}, runs=5
    )
    found, models = await verdicts(test, finds(""), ending=Ending.AGENT_ERROR, error="KeyError: 'order'")
    assert [verdict.outcome for verdict in found] == [Outcome.FAILED, Outcome.FAILED]
    assert all(verdict.reason.startswith("The agent failed: KeyError: 'order'") for verdict in found)
    assert "until then" in found[0].reason
    assert models.asked == []


EXPECTED = {"criteria": [{"kind": "meetsExpectedBehaviors"}], "expected_behaviors": ["Greets", "Names {{agent.city}}"]}


@pytest.mark.parametrize(
    ("second", "outcome", "score"),
    [("met", Outcome.PASSED, 1.0), ("not_met", Outcome.FAILED, 0.5), ("cannot_tell", Outcome.COULD_NOT_JUDGE, None)],
)
async def test_every_expected_behaviour_is_asked_on_its_own(second: str, outcome: Outcome, score: float | None) -> None:
    def answer(document: Document) -> Document | str:
        verdict = second if document["requirement"] == "Names London" else "met"
        return finds("Hello", verdict=verdict)(document)

    [verdict], models = await verdicts(body(**EXPECTED, runs=5), answer)
    assert (verdict.outcome, verdict.score) == (outcome, score)
    assert [document["requirement"] for document in models.documents("judge")] == ["Greets", "Names London"]
