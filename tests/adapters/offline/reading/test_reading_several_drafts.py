"""`both`, `all of those`, `t-1 and t-3`: every draft that is meant gets a call of its own, and what is left is told."""

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from optimize.adapters.models.offline.turn import turn_of
from tests.adapters.offline.reading.invoice_desk import CONTEXT
from tests.adapters.offline.threads import result

NAMES = ("Compares", "Registers", "Reads the note", "Names the clause", "Answers briefly", "Stays polite", "No query")


def drafts(n: int) -> tuple[KnownTest, ...]:
    return tuple(KnownTest(id=f"t-{i}", name=name, state="draft") for i, name in enumerate(NAMES[:n], start=1))


def talked(n: int, *, together: int = 1) -> Context:
    """A conversation that drafted `n` tests, the last `together` of them in one answer."""
    made = tuple(draft.id for draft in drafts(n))
    seen = {"drafted": made, "listed": made, "together": made[-together:], "last_draft": made[-1]}
    return CONTEXT.model_copy(update={"tests": drafts(n), **seen})


def calls(plan: Plan, tool: str) -> list[str]:
    return [str(call.arguments["test"]) for call in plan.calls if call.tool == tool]


@pytest.mark.parametrize(
    ("message", "context", "meant"),
    [
        ("discard both", talked(2), "t-1 t-2"),
        ("please throw both away", talked(2), "t-1 t-2"),
        ("drop the two of them", talked(2), "t-1 t-2"),
        ("discard both", talked(4, together=2), "t-3 t-4"),
        ("discard all of those", talked(3), "t-1 t-2 t-3"),
        ("delete all three drafts", talked(3), "t-1 t-2 t-3"),
        ("discard the first two", talked(3), "t-1 t-2"),
        ("get rid of the last two", talked(3), "t-2 t-3"),
        ("discard t-1 and t-3", talked(3), "t-1 t-3"),
        ("drop Compares and Reads the note", talked(3), "t-1 t-3"),
        ("verwirf beide", talked(2), "t-1 t-2"),
        ("lösche alle Entwürfe", talked(3), "t-1 t-2 t-3"),
        ("supprime les deux", talked(2), "t-1 t-2"),
        ("jette tous les brouillons", talked(3), "t-1 t-2 t-3"),
        ("descarta los dos últimos", talked(3), "t-2 t-3"),
        ("elimina todos los borradores", talked(2), "t-1 t-2"),
        ("两个都丢弃", talked(2), "t-1 t-2"),
        ("両方破棄して", talked(2), "t-1 t-2"),
        ("discard it", talked(3), "t-3"),
        ("discard the second one", talked(3), "t-2"),
        ("discard t-1, t-3 says the same", talked(3), "t-1"),
        ("discard the draft that reads both notes", talked(3), "t-3"),
    ],
)
def test_every_draft_that_is_meant_is_discarded_and_no_other(message: str, context: Context, meant: str) -> None:
    plan = read(message, context)
    assert calls(plan, "discard_draft") == meant.split()
    assert len(plan.calls) == len(meant.split())


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("discard all but the last one", "t-1 t-2"),
        ("delete everything except t-2", "t-1 t-3"),
        ("discard everything but t-1 and t-2", "t-3"),
        ("keep the first one and drop the rest", "t-2 t-3"),
        ("keep t-1 and discard the others", "t-2 t-3"),
        ("verwirf alle außer t-1", "t-2 t-3"),
        ("jette tous sauf le dernier", "t-1 t-2"),
        ("descarta todos menos el primero", "t-2 t-3"),
        ("除了最后一个以外都丢弃", "t-1 t-2"),
        ("最後以外を破棄して", "t-1 t-2"),
        ("discard t-2 but keep t-1", "t-2"),
        ("keep t-1, discard t-2", "t-2"),
        ("don't discard t-1, discard t-2", "t-2"),
        ("verwirf nicht t-1 sondern t-2", "t-2"),
    ],
)
def test_what_is_to_be_kept_is_kept(message: str, meant: str) -> None:
    plan = read(message, talked(3))
    assert calls(plan, "discard_draft") == meant.split()
    assert len(plan.calls) == len(meant.split())


@pytest.mark.parametrize("message", ["discard the rest", "verwirf die anderen", "discard all but that one there"])
def test_the_rest_of_nothing_known_is_asked_about(message: str) -> None:
    assert [call.tool for call in read(message, talked(3)).calls] == ["ask"]


@pytest.mark.parametrize("message", ["discard both", "drop the two of them", "beide verwerfen", "discard one of them"])
def test_which_ones_is_asked_where_a_number_fits_nothing(message: str) -> None:
    (call,) = read(message, talked(4)).calls
    assert call.tool == "ask"
    assert call.arguments["options"] == list(NAMES[:4])


@pytest.mark.parametrize("message", ["delete all tests", "drop them"])
def test_what_may_mean_accepted_tests_too_discards_nothing_unasked(message: str) -> None:
    accepted = KnownTest(id="a-1", name="Counts", state="accepted")
    context = talked(2).model_copy(update={"tests": (accepted, *drafts(2)), "listed": ("a-1", "t-1", "t-2")})
    (call,) = read(message, context).calls
    assert call.tool == "ask"


def test_drafts_of_other_conversations_are_left_alone_and_named() -> None:
    old = KnownTest(id="o-1", name="Old one", state="draft")
    plan = read("discard all drafts", talked(2).model_copy(update={"tests": (old, *drafts(2))}))
    assert calls(plan, "discard_draft") == ["t-1", "t-2"]
    (told,) = plan.remarks
    assert (told.code, "o-1 (Old one)" in told.text) == ("left_elsewhere", True)


@pytest.mark.parametrize("message", ["drop both criteria", "remove all criteria", "change both amounts to 100"])
def test_both_of_something_else_is_a_change_of_one_draft(message: str) -> None:
    assert calls(read(message, talked(2)), "discard_draft") == []


@pytest.mark.parametrize(
    ("message", "context", "meant"),
    [
        ("dry-run both", talked(3, together=2), "t-2 t-3"),
        ("dry-run t-1 and t-3", talked(3), "t-1 t-3"),
        ("try the last two", talked(3), "t-2 t-3"),
        ("dry run all", talked(5), "t-1 t-2 t-3 t-4 t-5"),
        ("beide ausprobieren", talked(2), "t-1 t-2"),
        ("dry run it", talked(3), "t-3"),
    ],
)
def test_every_draft_that_is_meant_is_tried(message: str, context: Context, meant: str) -> None:
    plan = read(message, context)
    assert calls(plan, "dry_run") == meant.split()
    assert plan.remarks == ()


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("dry run all", ["five drafts"]),
        ("Probelauf für alle Entwürfe", ["fünf Entwürfe"]),
        ("essai à blanc pour tous les brouillons", ["cinq brouillons"]),
        ("试运行所有草稿", ["五个草稿"]),
    ],
)
def test_more_than_fit_are_counted_and_named(message: str, words: list[str]) -> None:
    plan = read(message, talked(7))
    assert len(calls(plan, "dry_run")) == 5
    (told,) = plan.remarks
    assert [word for word in [*words, "t-6 (Stays polite)", "t-7 (No query)"] if word not in told.text] == []


def test_several_are_accepted_one_at_a_time() -> None:
    (call,) = read("accept t-1 and t-3", talked(3)).calls
    assert (call.tool, call.arguments["alternatives"]) == ("decline", ["Compares", "Reads the note"])


def test_together_are_the_drafts_of_the_last_answer_that_made_any() -> None:
    def answer(*tests: str) -> list[BaseMessage]:
        message = AIMessage(content="", tool_calls=[{"name": "draft_test", "args": {}, "id": test} for test in tests])
        return [HumanMessage("make some"), message, *(result(one, test=one["id"]) for one in message.tool_calls)]

    thread = [*answer("t-1"), *answer("t-2", "t-3"), HumanMessage("thanks"), AIMessage("Fine."), HumanMessage("both")]
    assert turn_of(thread).together == ("t-2", "t-3")
    assert turn_of(thread[-1:]).together == ()
