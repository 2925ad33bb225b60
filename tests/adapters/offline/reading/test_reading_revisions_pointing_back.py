"""Messages that point back: at a test by a word of its name, at what was just said, at a version or a part.

Expectations were decided before any was read. ` | ` parts what serves equally well; `ask` may go on with words that
the question must hold; `say` is an answer that calls nothing.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context, KnownTest, Previous, Version
from optimize.adapters.models.offline.reading.plan import Plan, PlannedCall
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT, QUERY

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "pointing_back.json").read_text("utf-8"))
CASES: list[tuple[str, str, str]] = [(code, *case) for code, cases in DATA["cases"].items() for case in cases]
ANSWERS: list[tuple[str, str, str, str]] = DATA["answers"]
_TESTS = (
    ("d-1", "draft", "Where is my money?", ("satisfiesAssertion",), 5),
    ("d-2", "draft", "Wann kommt die Ware an?", ("satisfiesAssertion", "respondsWithin"), 5),
    ("d-3", "draft", "INV-1003, please check the price.", (f"invokesTool({QUERY})",), 1),
    ("d-4", "draft", "What does the contract say?", ("invokesTool(read_contract_clauses)",), 1),
    ("a-1", "accepted", "INV-1004", (f"doesNotInvokeTool({QUERY})",), 1),
    ("a-2", "accepted", "Which clause is about prices?", ("answerContains",), 1),
)
DRAFTS = ("d-1", "d-2", "d-3", "d-4")


def desk(language: str) -> Context:
    tests = tuple(
        KnownTest(id=id_, name=name, state=state, situation=situation, criteria=criteria, runs=runs)
        for name, (id_, state, situation, criteria, runs) in zip(DATA["names"][language], _TESTS, strict=True)
    )
    said = {"last_draft": "d-4", "spoken_of": "d-4", "drafted": DRAFTS, "listed": DRAFTS, "together": ("d-4",)}
    versions = (Version(number=1, label="hasty", live=True), Version(number=2, label="careful"))
    return CONTEXT.model_copy(update={"tests": tests, "versions": versions, **said})


def told(plan: Plan) -> str:
    return "; ".join(_called(call) for call in plan.calls) or "say"


def _called(call: PlannedCall) -> str:
    given = {name: value for name, value in call.arguments.items() if value is not None}
    if call.tool in ("ask", "decline"):
        return f"{call.tool} {given.get('question', given.get('reason'))}"
    if call.tool == "compare_runs":
        return f"compare_runs {given['a']} {given['b']}"
    prompt: Any = given.get("prompt")
    about = f"{prompt['part']}={prompt['text']}" if prompt else given.get("test") or given.get("version")
    removed: Any = given.get("remove_criteria") or []
    added: Any = given.get("add_criteria") or []
    changed = [f"{field}={given[field]}" for field in ("runs", "threshold") if field in given and not added]
    return " ".join(
        [call.tool, *([str(about)] if about else []), *changed, *(f"-{at}" for at in removed), *map(_criterion, added)]
    )


def _criterion(one: dict[str, Any]) -> str:
    parameters = "".join(f".{name}" for name in one.get("parameters", {}))
    return f"+{one['kind']}({one['tool']}{parameters})" if one.get("tool") else f"+{one['kind']}"


def serves(given: str, wanted: str) -> bool:
    ways = wanted.split(" | ")
    asked = [way.removeprefix("ask").strip() for way in ways if way.startswith("ask")]
    return given in ways or (given.startswith("ask ") and any(words in given for words in asked))


@pytest.mark.parametrize(("language", "message", "wanted"), CASES, ids=[f"{code}-{said}" for code, said, _ in CASES])
def test_a_message_that_points_back_is_about_what_it_points_at(language: str, message: str, wanted: str) -> None:
    given = told(read(message, desk(language)))
    assert serves(given, wanted), given


@pytest.mark.parametrize(
    ("language", "first", "then", "wanted"), ANSWERS, ids=[f"{code}-{first}-{then}" for code, first, then, _ in ANSWERS]
)
def test_an_answer_picks_what_was_asked_about(language: str, first: str, then: str, wanted: str) -> None:
    given = told(read(then, desk(language), asked_of(read(first, desk(language)), first)))
    assert serves(given, wanted), given


def asked_of(plan: Plan, message: str) -> Previous:
    """The message before, with the question that it came to."""
    (question,) = plan.calls
    assert question.tool == "ask"
    options = question.arguments.get("options")
    listed = tuple(map(str, options)) if isinstance(options, list) else ()
    return Previous(message=message, question=str(question.arguments["question"]), options=listed)


@pytest.mark.parametrize(("language", "first", "then", "why"), DATA["reasons"], ids=str)
def test_a_reason_given_after_the_pick_is_kept_whole(language: str, first: str, then: str, why: str) -> None:
    here = desk(language)
    which = asked_of(read(first, here), first)
    (call,) = read(why, here, asked_of(read(then, here, which), then)).calls
    assert (call.tool, call.arguments) == ("retire_test", {"test": "a-2", "reason": why})


@pytest.mark.parametrize(("language", "message"), DATA["described"], ids=str)
def test_a_description_that_only_sounds_like_it_is_drafted(language: str, message: str) -> None:
    assert [call.tool for call in read(message, desk(language)).calls] == ["draft_test"]


@pytest.mark.parametrize("message", ["kill it", "mach es weg", "matalo", "干掉它"])
def test_a_verb_that_may_mean_a_run_or_a_draft_stops_the_run_and_asks_where_there_is_none(message: str) -> None:
    (stopped,) = read(message, desk("en").model_copy(update={"batches": ("b-1",)})).calls
    assert (stopped.tool, stopped.arguments) == ("cancel", {"batch": "b-1"})
    (asked,) = read(message, desk("en")).calls
    assert asked.tool == "ask"
    options: Any = asked.arguments["options"]
    assert len(options) == len(DRAFTS)


def test_an_experiment_without_the_live_version_asks_which_to_set_beside_it() -> None:
    three = (*(one.model_copy(update={"live": False}) for one in desk("en").versions), Version(number=3, live=True))
    (asked,) = read("run an experiment: v1 against v2", desk("en").model_copy(update={"versions": three})).calls
    assert asked.tool == "ask"
    assert "version 3" in str(asked.arguments["question"])


def test_the_order_that_is_taken_back_is_told() -> None:
    plan = read("discard the polite one, no wait, keep it", desk("en"))
    assert plan.calls == ()
    assert "took" in plan.remarks[0].text
