"""What is told of a test's own runs, of a count, and of one verdict: figures of the result only."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.telling import tell
from optimize.adapters.models.offline.turn import Told
from tests.adapters.offline.threads import plan

BATCH = {"id": "b", "kind": "run_all", "state": "finished", "version_number": 1, "counts": {"planned": 33, "done": 33}}
CRITERION = {"kind": "invokesTool", "k": 4, "n": 4, "planned": 5, "must_pass": 5, "lower": 0.4, "verdict": "passed"}
TESTS = [
    {"test": "t1", "name": "Aaa", "state": "accepted", "latest": "failed"},
    {"test": "t2", "name": "Bbb", "state": "draft", "latest": "failed"},
    {"test": "t3", "name": "Ccc", "state": "draft", "latest": "passed"},
]
LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")


def told(tool: str, intent: str, data: dict[str, Any], language: str = "en", **arguments: Any) -> str:
    asked = plan((tool, arguments), language=language).model_copy(update={"intent": intent})
    result = Told(tool=tool, arguments=arguments, status="ok", summary="", data=data)
    return tell(asked, [result], Context())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_runs_of_a_test_are_its_own(language: str) -> None:
    data = {"batch": BATCH, "tests": [{"test": "t1", "name": "Aaa", "verdict": "passed", "criteria": [CRITERION]}]}
    answer = told("read_results", "runs_of", data, language)
    assert "5" in answer
    assert "4" in answer
    assert "33" not in answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_failed_tests_are_told_with_their_state(language: str) -> None:
    answer = told("list_tests", "only_failed", {"tests": TESTS}, language)
    assert "Aaa" in answer
    assert "Bbb" in answer
    assert "Ccc" not in answer


def test_a_count_comes_from_the_list() -> None:
    drafts = [test for test in TESTS if test["state"] == "draft"]
    assert told("list_tests", "count_tests", {"tests": drafts}, state="draft").startswith("Drafts: 2.")


def test_no_failed_test_is_said() -> None:
    assert told("list_tests", "only_failed", {"tests": TESTS[2:]}) == "No test failed."
