"""The first stage: what a message asks of the agent, piece by piece. Nothing, if it is about the tests themselves."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from optimize.assistant.shapes import Shape, a_list, a_text, an_object

MOST_DRAFTS: Final = 4
MOST_DEMANDS: Final = 8
_LONGEST: Final = 100
_VAGUE: Final = "too vague"
_CHECKS: Final = ("call", "answer", _VAGUE)


class Demanded(NamedTuple):
    """`tests`: the demands of each test that is wanted, those that a criterion can check. `vague`: something is asked
    of the agent, and nothing can check it.
    """

    tests: list[list[str]]
    vague: bool
    simulated_user: bool


def demands_shape(least: int = 0) -> Shape:
    """How each is checked is not used but to tell the vague: it makes the model think of it."""
    demand = {"says": a_text(_LONGEST), "check": {"enum": _CHECKS}}
    several = {"test": {"enum": list(range(1, MOST_DRAFTS + 1))}, **demand}
    return {
        "anyOf": [
            _message({"const": 1}, demand, least),
            _message({"enum": list(range(2, MOST_DRAFTS + 1))}, several, least),
        ]
    }


def _message(tests: Shape, demand: dict[str, Shape], least: int) -> Shape:
    demands = a_list(an_object(demand), least, MOST_DEMANDS)
    return an_object({"tests": tests, "demands": demands, "simulated_user": {"type": "boolean"}})


def demanded(value: Mapping[str, Any]) -> Demanded:
    clear: dict[int, list[str]] = {}
    for demand in value["demands"]:
        if demand["check"] != _VAGUE:
            clear.setdefault(demand.get("test", 1), []).append(demand["says"])
    tests = [list(dict.fromkeys(says)) for says in clear.values()]
    return Demanded(tests, bool(value["demands"]) and not tests, value["simulated_user"])
