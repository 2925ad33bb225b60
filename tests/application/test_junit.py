"""JUnit XML that build servers can read, whatever is in it (bug-14)."""

from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from optimize.application.junit import junit
from optimize.application.views import BatchView, Counts, TestInBatch
from optimize.application.visible import visible
from optimize.domain.cost import Cost
from optimize.domain.result import CriterionResult, Reason, ResultOutcome
from optimize.domain.setup import Setup
from optimize.domain.verdict import Outcome

HOSTILE = "case \0 <b>&\"'\ud83d \x1b[31mred\x1b[0m ]]> 😀 \ufffe \u202eabc\r\n\tend"
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
NOTHING = Counts(planned=5, done=5, passed=0, failed=0, could_not_judge=0, could_not_run=0, running=0, cancelled=0)


def result(verdict: ResultOutcome, k: int, n: int, *reasons: Reason) -> CriterionResult:
    return CriterionResult(
        criterion=0,
        kind="satisfiesAssertion",
        k=k,
        n=n,
        planned=5,
        lower=0.5655 if n else None,
        threshold=0.5,
        must_pass=5,
        verdict=verdict,
        reasons=reasons,
    )


def reason(text: str, outcome: Outcome) -> Reason:
    # Nothing validates here: the export must hold even if a text came in past every door.
    return Reason.model_construct(outcome=outcome, text=text, count=1, runs=("r1",))


def a_test(name: str, verdict: ResultOutcome, *criteria: CriterionResult) -> TestInBatch:
    return TestInBatch.model_construct(test=name, name=name, verdict=verdict, counts=NOTHING, criteria=list(criteria))


def batch(*tests: TestInBatch, **more: Any) -> BatchView:
    given: dict[str, Any] = {
        "id": "batch_1",
        "agent": "desk",
        "kind": "run_all",
        "state": "finished",
        "verdict": ResultOutcome.FAILED,
        "version": "v1",
        "version_number": 1,
        "setup": Setup(),
        "writes": "refuse",
        "exploratory_reason": None,
        "requested_by": "ann",
        "created_at": NOON,
        "finished_at": NOON + timedelta(seconds=2.5),
        "counts": NOTHING,
        "tests": list(tests),
        "cost": Cost(),
    }
    return BatchView.model_construct(**{**given, **more})


PASSED = a_test(
    "fine", ResultOutcome.PASSED, result(ResultOutcome.PASSED, 5, 5, reason("It names it.", Outcome.PASSED))
)


def test_expat_is_as_strict_as_a_build_server() -> None:
    for forbidden in ("\0", "\x1b", "\ufffe", "\uffff"):
        with pytest.raises(ET.ParseError):
            ET.fromstring(f"<a>{forbidden}</a>".encode())


def test_bug_14_hostile_text_is_readable_and_every_count_is_right() -> None:
    failed = result(ResultOutcome.FAILED, 0, 5, reason(HOSTILE, Outcome.FAILED))
    report = ET.fromstring(junit(batch(PASSED, a_test(HOSTILE, ResultOutcome.FAILED, failed)), {}))
    suite = report[0]
    for element in (report, suite):
        assert {name: element.get(name) for name in ("tests", "failures", "errors", "skipped", "time")} == {
            "tests": "2",
            "failures": "1",
            "errors": "0",
            "skipped": "0",
            "time": "2.500",
        }
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["fine", visible(HOSTILE)]
    failure = cases[1].find("failure")
    assert failure is not None
    assert failure.get("message") == visible(HOSTILE)
    seen = f"{failure.text}{failure.get('message')}{cases[1].get('name')}"
    for part in (
        "case ⟦U+0000⟧ <b>&\"'⟦U+D83D⟧",
        "⟦U+001B⟧[31mred",
        "]]> 😀",
        "⟦U+FFFE⟧",
        "⟦U+202E⟧abc⟦U+000D⟧\n\tend",
    ):
        assert seen.count(part) == 3


def test_what_is_not_decided_is_an_error_and_never_a_pass() -> None:
    nothing = a_test("down", ResultOutcome.NO_RESULT, result(ResultOutcome.NO_RESULT, 0, 0))
    unjudged = reason("The judge gave no quote.", Outcome.COULD_NOT_JUDGE)
    partly = a_test("partly", ResultOutcome.INCOMPLETE, result(ResultOutcome.INCOMPLETE, 4, 4, unjudged))
    suite = ET.fromstring(junit(batch(nothing, partly, PASSED), {"down": "The model did not answer."}))[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "0", "2")
    [down, some] = suite.findall("testcase/error")
    assert (down.get("type"), down.get("message")) == ("no_result", "The model did not answer.")
    assert "no result; 5 planned" in (down.text or "")
    assert "%" not in (down.text or "")
    assert (some.get("type"), some.get("message")) == ("incomplete", "The judge gave no quote.")
    assert "≥ 56 %, 4 of 4" in (some.text or "")


def test_a_batch_without_tests_or_an_end_is_still_a_report() -> None:
    report = ET.fromstring(junit(batch(state="running", finished_at=None), {}))
    assert (report.get("tests"), report.get("time")) == ("0", "0.000")
    assert report[0].find("properties/property[@name='state']").get("value") == "running"  # type: ignore[union-attr]


def test_what_can_be_seen_stays_as_it_is() -> None:
    assert visible("Größe 3 × 4\n\t„ok“ 日本語 👍🏽") == "Größe 3 × 4\n\t„ok“ 日本語 👍🏽"
