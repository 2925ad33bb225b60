"""Choices that are shown call tests by their names, and mean them when they are picked."""

import pytest

from optimize.adapters.models.offline.reading.context import Previous
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.ordering import ELSEWHERE, HERE, TESTS, came_to

CHOICES = [
    "run all 20 times",
    "retire the test",
    "discard the draft",
    "edit t-3: 7 runs",
    "delete t-3",
    "accept t-3",
    "retire t-2 because it is old",
    "undo",
    "starte alle Tests 20 mal",
    "lance tous les tests 20 fois",
    "ejecuta todas las pruebas 20 veces",
]


@pytest.mark.parametrize("message", CHOICES)
def test_no_choice_shows_an_id(message: str) -> None:
    for context in (HERE, ELSEWHERE):
        for call in read(message, context).calls:
            shown = str([call.arguments.get(key) for key in ("options", "alternatives")])
            assert not [test.id for test in TESTS if test.id in shown]


@pytest.mark.parametrize(
    ("message", "picked", "call"),
    [
        ("run all 20 times", "Query after compare", "dry_run t-3"),
        ("discard the draft", "Registers a query", "discard_draft t-2"),
        ("retire t-2 because it is old", "Registers a query", "discard_draft t-2"),
    ],
)
def test_a_choice_means_the_test_that_it_names(message: str, picked: str, call: str) -> None:
    plan = read(message, ELSEWHERE)
    (asked,) = plan.calls
    if asked.tool != "ask":
        assert came_to(plan) == call
        return
    options = asked.arguments["options"]
    assert isinstance(options, list)
    choice = next(str(option) for option in options if picked in str(option))
    before = Previous(message=message, question=str(asked.arguments["question"]), options=tuple(map(str, options)))
    assert came_to(read(choice, ELSEWHERE, before)) == call
