"""Commands whose meaning hangs on what there is: accepted tests, drafts, a card that waits, a question just asked."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, KnownTest, OpenCard, Previous, Tool
from optimize.adapters.models.offline.reading.plan import PlannedCall
from optimize.adapters.models.offline.reading.read import read

TOOLS = (
    Tool(name="lookup_order", description="Look up an order", effect="read", parameters=("order_id",)),
    Tool(name="issue_refund", description="Refund an order", parameters=("order_id", "amount")),
)
ACCEPTED = KnownTest(id="t-1", name="Looks up before refund", state="accepted", criteria=("invokesTool(lookup_order)",))
OTHER = KnownTest(id="t-9", name="Names the warranty", state="accepted", criteria=("answerContains",))
CANCELS = KnownTest(id="t-2", name="Never refunds twice", state="draft", situation="Refund order 77, please.")
PRICE = KnownTest(id="t-3", name="Tells the price", state="draft", situation="What does it cost?", runs=5)


def planned(message: str, *tests: KnownTest, last: str | None = None, previous: Previous | None = None) -> PlannedCall:
    context = Context(agent=Agent(name="shop", tools=TOOLS), tests=tests, last_draft=last)
    return read(message, context, previous).calls[-1]


@pytest.mark.parametrize(
    ("message", "tool"),
    [
        ("retire the test", "ask"),
        ("retire it because the policy changed", "retire_test"),
        ("retire the test, nobody needs it any more", "retire_test"),
        ("Den Test zurückziehen, weil er veraltet ist", "retire_test"),
        ("zieh den Test zurück, die Regel gilt nicht mehr", "retire_test"),
        ("retire le test, la règle a changé", "retire_test"),
        ("retira la prueba porque la regla cambió", "retire_test"),
    ],
)
def test_retiring_means_the_accepted_test_however_many_drafts_there_are(message: str, tool: str) -> None:
    call = planned(message, ACCEPTED, CANCELS, PRICE, last="t-3")
    assert call.tool == tool
    assert (ACCEPTED.name if tool == "ask" else ACCEPTED.id) in str(call.arguments)


@pytest.mark.parametrize(
    "message", ["retire the test because it is old", "retire it, it is old", "zieh den Test zurück"]
)
def test_which_test_to_retire_is_asked_when_several_are_accepted(message: str) -> None:
    call = planned(message, ACCEPTED, OTHER, CANCELS, last="t-2")
    assert (call.tool, call.arguments["options"]) == ("ask", ["Looks up before refund", "Names the warranty"])


@pytest.mark.parametrize("message", ["retire the test", "retire the draft", "retire t-2", "Zieh den Test zurück"])
def test_a_draft_is_not_retired_but_offered_to_be_discarded(message: str) -> None:
    call = planned(message, CANCELS, last="t-2")
    assert call.tool == "ask"
    assert CANCELS.name in str(call.arguments["options"])


@pytest.mark.parametrize("message", ["remove the test", "delete the test", "lösche den Test"])
def test_a_word_that_may_mean_a_draft_or_a_test_asks_which(message: str) -> None:
    call = planned(message, ACCEPTED, CANCELS, PRICE, last="t-3")
    assert call.tool == "ask"
    assert [test for test in (ACCEPTED, CANCELS, PRICE) if test.name not in str(call.arguments["options"])] == []


@pytest.mark.parametrize("message", ["discard the draft", "discard it", "throw that draft away", "verwirf den Entwurf"])
def test_discarding_means_the_draft_made_last(message: str) -> None:
    call = planned(message, ACCEPTED, CANCELS, PRICE, last="t-3")
    assert (call.tool, call.arguments) == ("discard_draft", {"test": "t-3"})


@pytest.mark.parametrize(
    "message",
    [
        "run only version 9",
        "dry-run version 9",
        "run all on v9",
        "nur Version 9 laufen lassen",
        "lance uniquement la version 9",
        "ejecuta solo la versión 9",
    ],
)
def test_a_version_is_run_as_an_experiment_which_tells_if_there_is_none(message: str) -> None:
    call = planned(message, ACCEPTED, CANCELS, last="t-2")
    assert (call.tool, call.arguments) == ("run_experiment", {"version": "9"})


@pytest.mark.parametrize(
    "message",
    [
        "actually make it 7 runs",
        "hm, 7 runs instead",
        "no, make it 7 runs please",
        "wait, rather 7 runs",
        "doch lieber 7 Läufe",
        "nein, mach 7 Läufe daraus",
        "finalement 7 exécutions",
        "mejor 7 ejecuciones",
    ],
)
@pytest.mark.parametrize(
    ("card", "revised"),
    [
        (None, ("revise_draft", {"test": "t-3", "runs": 7})),
        (OpenCard(tool="accept_test", arguments={"test": "t-2"}), ("revise_draft", {"test": "t-2", "runs": 7})),
        (OpenCard(tool="dry_run", arguments={"test": "t-2", "runs": 3}), ("dry_run", {"test": "t-2", "runs": 7})),
        (OpenCard(tool="run_tests", arguments={"tests": ["t-1"]}), ("dry_run", {"test": "t-1", "runs": 7})),
        (
            OpenCard(tool="run_experiment", arguments={"model": "openai:x", "runs": 10}),
            ("run_experiment", {"model": "openai:x", "runs": 7}),
        ),
    ],
)
def test_a_number_of_runs_revises_what_the_open_card_offers(
    message: str, card: OpenCard | None, revised: tuple[str, dict[str, Any]]
) -> None:
    call = planned(
        message, ACCEPTED, CANCELS, PRICE, last="t-3", previous=Previous(message="go on", card=card) if card else None
    )
    assert (call.tool, call.arguments) == revised


def test_a_time_revises_the_card_of_a_schedule() -> None:
    card = OpenCard(tool="schedule_daily", arguments={"at": "05:00", "enabled": True})
    call = planned("make it 6:30", ACCEPTED, previous=Previous(message="every day at 5", card=card))
    assert (call.tool, call.arguments) == ("schedule_daily", {"at": "06:30", "enabled": True})


def test_anything_else_beside_an_open_card_is_read_as_ever() -> None:
    card = OpenCard(tool="dry_run", arguments={"test": "t-2"})
    call = planned("the agent must never call issue_refund", CANCELS, previous=Previous(message="try it", card=card))
    assert call.tool == "draft_test"


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("The agent must call lookup_order before issue_refund", "accept it"),
        ("customer wants a refund for order 77. It calls lookup_order before issue_refund", "discard the draft"),
        ("lookup_order has to come before issue_refund", "dry run it"),
        ("Der Agent muss lookup_order aufrufen, bevor er issue_refund aufruft", "verwirf den Entwurf"),
    ],
)
def test_a_description_after_there_was_no_draft_stands_for_itself(message: str, question: str) -> None:
    asked = planned(question)
    assert asked.tool == "ask"
    call = planned(message, previous=Previous(message=question, question=str(asked.arguments["question"])))
    assert call.tool == "draft_test"
    criteria = call.arguments["criteria"]
    assert isinstance(criteria, list)
    assert {"kind": "invokesTool", "tool": "lookup_order", "before": "issue_refund"} in criteria


@pytest.mark.parametrize("question", ["retire the test", "discard the test", "show me the test"])
def test_a_description_after_being_asked_which_test_is_meant_stands_for_itself(question: str) -> None:
    asked = planned(question, ACCEPTED, OTHER, CANCELS, PRICE)
    options = asked.arguments["options"]
    assert isinstance(options, list)
    previous = Previous(
        message=question, question=str(asked.arguments["question"]), options=tuple(str(option) for option in options)
    )
    call = planned("the agent must call lookup_order", ACCEPTED, OTHER, CANCELS, PRICE, previous=previous)
    assert call.tool == "draft_test"
    assert str(call.arguments["criteria"]).count("lookup_order") == 1
    picked = planned("the second one", ACCEPTED, OTHER, CANCELS, PRICE, previous=previous)
    assert OTHER.name in str(picked.arguments) or "t-" in str(picked.arguments)


@pytest.mark.parametrize(
    "message",
    [
        "Wie gesund ist der Agent?",
        "wie gesund ist der agent",
        "Wie geht es dem Agenten?",
        "How healthy is the agent?",
        "is the agent doing fine?",
        "how's the bot holding up",
        "L'agent est-il en bonne santé ?",
        "Comment va l'agent ?",
        "¿Está sano el agente?",
        "智能体健康吗?",
        "エージェントは健全ですか?",
    ],
)
def test_a_question_about_the_agents_health_is_no_test(message: str) -> None:
    assert planned(message, ACCEPTED, CANCELS, last="t-2").tool == "health"


@pytest.mark.parametrize(
    ("message", "sides"),
    [
        ("compare batch_x and batch_y", ("batch_x", "batch_y")),
        ("compare batch_20 with batch_21 please", ("batch_20", "batch_21")),
        ("batch_x vs batch_y", ("batch_x", "batch_y")),
        ("vergleiche batch_x mit batch_y", ("batch_x", "batch_y")),
        ("compare les lots batch_x et batch_y", ("batch_x", "batch_y")),
    ],
)
def test_two_batches_are_compared(message: str, sides: tuple[str, str]) -> None:
    call = planned(message, ACCEPTED, CANCELS, last="t-2")
    assert (call.tool, call.arguments) == ("compare_runs", {"a": sides[0], "b": sides[1]})
