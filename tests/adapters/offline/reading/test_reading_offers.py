"""`Say so if I should start it.`: a yes does what was offered, and what would be refused is not offered."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from optimize.adapters.models.offline.assistant import assist
from optimize.adapters.models.offline.reading.context import Previous
from optimize.adapters.models.offline.reading.offers import offered
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.ordering import HERE, came_to, meant
from tests.adapters.offline.threads import bound, briefed, result

YES = """
yes, start it
yes
yes please
start it
ok, run it
go ahead
ja, starte
ja
ja, bitte starten
oui, vas-y
oui
sí, empieza
sí
好的，开始吧
はい、始めてください
""".strip().splitlines()
OFFERS = [
    ({"kind": "dry_run", "test": "t-2"}, "dry_run t-2"),
    ({"kind": "dry_run", "test": "t-2", "runs": 20}, "dry_run t-2"),
    ({"kind": "run", "test": "t-3"}, "run_tests t-3"),
    ({"kind": "run", "test": "t-3", "runs": 5}, "run_tests t-3"),
    ({"kind": "run", "test": "t-3", "runs": 50}, "dry_run t-3"),
    ({"kind": "run_all"}, "run_tests"),
    ({"kind": "experiment", "model": "openai:mini", "runs": 5}, "run_experiment"),
]
REFUSED: list[dict[str, Any]] = [
    {"kind": "run_all", "runs": 20},
    {"kind": "run_all", "runs": 50},
    {"kind": "dry_run", "test": "gone"},
    {"kind": "experiment"},
]


def _after(estimated: dict[str, Any]) -> Previous:
    return Previous(message="what would it cost?", estimated=estimated)


@pytest.mark.parametrize("message", YES)
def test_a_yes_starts_what_was_offered(message: str) -> None:
    assert meant(message, _after({"kind": "dry_run", "test": "t-2"})) == "dry_run t-2"


@pytest.mark.parametrize(("estimated", "call"), OFFERS)
def test_what_was_estimated_is_what_is_started(estimated: dict[str, Any], call: str) -> None:
    plan = read("yes, start it", HERE, _after(estimated))
    assert came_to(plan) == call
    assert plan.calls[0].arguments.get("runs") in (estimated.get("runs"), None)


@pytest.mark.parametrize("estimated", REFUSED)
def test_what_would_be_refused_is_neither_offered_nor_started(estimated: dict[str, Any]) -> None:
    assert offered(estimated, HERE) is None
    assert meant("yes, start it", _after(estimated)) == "say:nothing_pending"


@pytest.mark.parametrize("message", [one for one in YES if " " in one or "，" in one or "、" in one])
@pytest.mark.parametrize("previous", [None, Previous(message="hello")])
def test_a_yes_without_an_offer_is_never_a_draft(message: str, previous: Previous | None) -> None:
    assert "draft_test" not in meant(message, previous)


@pytest.mark.parametrize("message", ["thanks", "no", "great, thanks", "not yet", "?"])
def test_what_is_no_yes_starts_nothing(message: str) -> None:
    assert not read(message, HERE, _after({"kind": "dry_run", "test": "t-2"})).calls


def test_the_offer_is_read_from_the_thread() -> None:
    call = {"name": "estimate_cost", "args": {"kind": "run_all"}, "id": "c1", "type": "tool_call"}
    asked = AIMessage("", tool_calls=[call])
    thread = [
        HumanMessage("what does run all cost?", id="h1"),
        asked,
        result(call, sentence="Unknown."),
        AIMessage("…"),
    ]
    answer = assist(briefed([*thread, HumanMessage("yes, start it", id="h2")]), bound("run_tests", "estimate_cost"))
    assert [one["name"] for one in answer.tool_calls] == ["run_tests"]
