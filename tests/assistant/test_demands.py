"""What a message asks of the agent: by test, without what nobody can check."""

from typing import Any

import jsonschema
import pytest

from optimize.assistant.demands import demanded, demands_shape


def read(*demands: dict[str, Any], tests: int = 1) -> dict[str, Any]:
    return {"tests": tests, "demands": list(demands), "simulated_user": False}


def piece(says: str, check: str = "call", **more: int) -> dict[str, Any]:
    return {**more, "says": says, "check": check}


@pytest.mark.parametrize(
    ("value", "tests", "vague"),
    [
        (read(piece("a"), piece("b", "answer"), piece("a")), [["a", "b"]], False),
        (read(piece("be good", "too vague"), piece("b")), [["b"]], False),
        (read(piece("be good", "too vague")), [], True),
        (read(), [], False),
        (read(piece("a", test=2), piece("b", test=1), piece("c", test=2), tests=2), [["a", "c"], ["b"]], False),
    ],
)
def test_pieces_go_to_their_tests(value: dict[str, Any], tests: list[list[str]], vague: bool) -> None:
    assert jsonschema.Draft202012Validator(demands_shape()).is_valid(value)
    found = demanded(value)
    assert (found.tests, found.vague) == (tests, vague)


@pytest.mark.parametrize("value", [read(piece("a", "perhaps")), read(piece("a"), tests=2), read(piece("a" * 200))])
def test_what_has_another_form_is_not_taken(value: dict[str, Any]) -> None:
    assert not jsonschema.Draft202012Validator(demands_shape()).is_valid(value)
