"""Nothing is done that nobody ordered: stops, moments, answers to questions and cards, names with a not, manners."""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context, KnownTest, OpenCard, Previous
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.desks import HOTEL
from tests.adapters.offline.reading.ordering import came_to

_GROUPS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "unordered.json").read_text("utf-8"))
CASES = [
    pytest.param(group["where"], group["after"], message, came, id=f"{group['kind']}-{group['after']}-{message}")
    for group in _GROUPS
    for message, came in group["messages"].items()
]


def _tests(state: str, runs: int = 1, **names: str) -> tuple[KnownTest, ...]:
    return tuple(
        KnownTest(id=f"{key[0]}-{key[1]}", name=name, state=state, situation="Hi", criteria=(_CHECK,), runs=runs)
        for key, name in names.items()
    )


_CHECK = "invokesTool(find_booking)"
_ACCEPTED = _tests("accepted", 5, a1="Never waives", a2="Never refunds", a3="Looks up first")
_DRAFTS = _tests("draft", d1="Draft Alpha", d2="Due date", d3="No fee waiver")
_NOT_NAMED = _tests(
    "draft",
    d1="Draft Alpha",
    d3="No fee waiver",
    d4="Nie erstatten",
    d5="Jamais rembourser",
    d6="不要退款",
    d7="Nunca reembolsa",
    d8="返金しない",
)


def _place(drafts: tuple[KnownTest, ...], last: str, *batches: str) -> Context:
    ids = tuple(draft.id for draft in drafts)
    seen = {"tests": (*drafts, *_ACCEPTED), "last_draft": last, "drafted": ids, "listed": ids, "together": ids}
    return HOTEL.model_copy(update={**seen, "batches": batches})


WHERE = {
    "bare": HOTEL,
    "here": _place(_DRAFTS, "d-3"),
    "running": _place(_DRAFTS, "d-3", "b-1", "b-2"),
    "names": _place(_NOT_NAMED, "d-1"),
}


def _card(tool: str, **arguments: Any) -> Previous:
    return Previous(message="go", card=OpenCard(tool=tool, arguments=arguments, instead=True))


_OFFERED = tuple(test.name for test in _ACCEPTED[:2])
AFTER: dict[str | None, Previous | None] = {
    None: None,
    "which": Previous(message="run the never one", question="Which test do you mean?", options=_OFFERED),
    "which_ja": Previous(message="neverのテストを実行して", question="どのテストのことですか。", options=_OFFERED),
    "why": Previous(message="retire Never waives", question="Why should it go?"),
    "run": _card("run_tests", tests=["a-1", "a-2"]),
    "run_all": _card("run_tests"),
    "dry_run": _card("dry_run", test="d-3"),
    "accept": _card("accept_test", test="d-3"),
    "retire": _card("retire_test", test="a-1", reason="x"),
    "schedule": _card("schedule_daily", at="05:00", enabled=True),
}


@pytest.mark.parametrize(("where", "after", "message", "came"), CASES)
def test_only_what_is_ordered_is_done(where: str, after: str | None, message: str, came: str) -> None:
    """`came`: what the message may come to, each by its beginning."""
    done = came_to(read(message, WHERE[where], AFTER[after]))
    assert done.startswith(tuple(came.split("|"))), done


def test_it_is_the_batch_that_was_started_last() -> None:
    (call,) = read("cancel it", WHERE["running"]).calls
    assert call.arguments == {"batch": "b-2"}
    (named,) = read("cancel b-1", WHERE["running"]).calls
    assert named.arguments == {"batch": "b-1"}


@pytest.mark.parametrize("message", ["stop everything that is running", "cancel", "stop the tests"])
def test_a_stop_of_nothing_in_particular_names_no_batch(message: str) -> None:
    (call,) = read(message, WHERE["running"]).calls
    assert (call.tool, call.arguments) == ("cancel", {})


@pytest.mark.parametrize(
    ("message", "runs"), [("make it 8 instead", 8), ("8", 8), ("mach 8 daraus", 8), ("改成8", 8), ("8回にして", 8)]
)
def test_a_number_at_a_card_of_runs_is_that_of_its_runs(message: str, runs: int) -> None:
    (call,) = read(message, WHERE["here"], AFTER["dry_run"]).calls
    assert (call.tool, call.arguments) == ("dry_run", {"test": "d-3", "runs": runs})


def test_what_failed_last_is_told_where_tests_cannot_be_picked_by_it() -> None:
    failed = tuple(test.model_copy(update={"latest": "failed"}) for test in _ACCEPTED[:1])
    context = WHERE["here"].model_copy(update={"tests": (*failed, *_ACCEPTED[1:])})
    (call,) = read("rerun only the failed ones", context).calls
    assert call.tool == "decline"
    assert "“Never waives”" in str(call.arguments["reason"])


def test_the_run_of_a_drafted_test_waits_for_nothing() -> None:
    plan = read("draft a test that find_booking is called, then dry-run it at 17:00", WHERE["bare"])
    assert [call.tool for call in plan.calls] == ["draft_test"]


@pytest.mark.parametrize("message", ["yes and run everything", "ja und starte alles", "好的，然后运行全部", "maybe"])
def test_a_half_yes_says_what_to_say(message: str) -> None:
    plan = read(message, WHERE["here"], AFTER["run"])
    assert [remark.code for remark in plan.remarks] == ["card_not_answered"]
    assert plan.calls == ()
