"""Orders on the drafts in hand: names, runs of each and of both, who plays the customer, and what is taken back."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.pharmacy_desk import PHARMACY_DESK

DESK = PHARMACY_DESK.model_copy(
    update={
        "tests": (
            KnownTest(id="t-1", name="Rx first", state="accepted", criteria=("doesNotInvokeTool(dispense)",), runs=5),
            KnownTest(id="t-2", name="No claims", state="draft", criteria=("satisfiesAssertion",), runs=5),
            KnownTest(
                id="t-3",
                name="Stock checked",
                state="draft",
                situation="A customer asks for Paracetamol.",
                criteria=("invokesTool(check_stock)", "respondsWithin"),
                runs=5,
            ),
        ),
        "last_draft": "t-3",
        "drafted": ("t-2", "t-3"),
        "listed": ("t-2", "t-3"),
        "together": ("t-2", "t-3"),
        "spoken_of": "t-3",
    }
)
SWAPPED = [{"remove_criteria": [0], "add_criteria": [{"kind": "invokesTool", "tool": "check_interactions"}]}]
NO_MAIL = [{"add_criteria": [{"kind": "doesNotInvokeTool", "tool": "send_mail"}]}]


def revised(message: str) -> list[dict[str, Any]]:
    calls = read(message, DESK).calls
    assert {call.tool for call in calls} == {"revise_draft"}, calls
    return [dict(call.arguments) for call in calls]


@pytest.mark.parametrize(
    ("message", "test", "name"),
    [
        ("rename the first one to Rx draft", "t-2", "Rx draft"),
        ("name the second one 'No claims at all'", "t-3", "No claims at all"),
        ("the first one should be called Tea", "t-2", "Tea"),
        ("nenn den ersten Test Kein Tee", "t-2", "Kein Tee"),
        ("renomme le deuxième en « Stock »", "t-3", "Stock"),
        ("renombra el segundo a Existencias", "t-3", "Existencias"),
        ("将第二个测试改名为库存", "t-3", "库存"),
        ("最後のテストを「在庫」に名前を変更して", "t-3", "在庫"),
    ],
)
def test_a_draft_gets_another_name_and_nothing_else(message: str, test: str, name: str) -> None:
    assert revised(message) == [{"test": test, "name": name}]


def test_an_accepted_test_keeps_its_name() -> None:
    (call,) = read("rename Rx first to Rx second", DESK).calls
    assert call.tool == "decline"


@pytest.mark.parametrize(
    "message",
    [
        "the first should have 8 runs, the second 3",
        "der erste 8 Läufe, der zweite 3",
        "le premier 8 exécutions, le deuxième 3",
        "la primera 8 ejecuciones y la segunda 3",
        "第一个8次,第二个3次",
    ],
)
def test_each_gets_its_own_runs(message: str) -> None:
    assert revised(message) == [{"test": "t-2", "runs": 8}, {"test": "t-3", "runs": 3}]


@pytest.mark.parametrize(
    "message",
    [
        "make both 10 runs",
        "both should have 10 runs",
        "beide sollen 10 Läufe haben",
        "les deux : 10 exécutions",
        "ambas 10 ejecuciones",
        "两个都改成10次",
        "両方とも10回にして",
    ],
)
def test_both_get_the_same_runs(message: str) -> None:
    assert revised(message) == [{"test": "t-2", "runs": 10}, {"test": "t-3", "runs": 10}]


@pytest.mark.parametrize(
    "message",
    [
        "no simulated user after all",
        "without a simulated user please",
        "doch ohne simulierten Nutzer",
        "sans utilisateur simulé finalement",
        "al final sin usuario simulado",
        "不要模拟用户了",
        "模擬ユーザーはなしで",
    ],
)
def test_the_simulated_user_goes(message: str) -> None:
    assert revised(message) == [{"test": "t-3", "remove_simulated_user": True}]


@pytest.mark.parametrize(
    ("message", "persona", "turns"),
    [
        (
            "use a chatty student as the customer who keeps changing the subject, five turns at most",
            "a chatty student who keeps changing the subject",
            5,
        ),
        ("let a grumpy old man play the customer, 4 turns", "a grumpy old man", 4),
        ("nimm einen eiligen Studenten als Kunden", "einen eiligen Studenten", None),
        ("prends une étudiante pressée comme cliente", "une étudiante pressée", None),
        ("usa una estudiante con prisa como clienta", "una estudiante con prisa", None),
    ],
)
def test_the_customer_is_played_by_whom_was_said(message: str, persona: str, turns: int | None) -> None:
    (changed,) = revised(message)
    assert set(changed) == {"test", "simulated_user"}
    assert persona in changed["simulated_user"]["persona"]
    assert changed["simulated_user"].get("turn_limit") == turns


@pytest.mark.parametrize(
    "message",
    [
        "not check_stock, i meant check_interactions",
        "i meant check_interactions not check_stock",
        "statt check_stock check_interactions",
        "pas check_stock, mais check_interactions",
        "no check_stock, sino check_interactions",
        "不是 check_stock，是 check_interactions",
        "check_stock ではなく check_interactions です",
    ],
)
def test_one_tool_gives_way_to_another(message: str) -> None:
    assert revised(message) == [{"test": "t-3", **SWAPPED[0]}]


@pytest.mark.parametrize(
    "message",
    [
        "and also it must not send a mail",
        "und außerdem soll er keine Mail verschicken",
        "et il ne doit pas envoyer de mail non plus",
        "y tampoco debe enviar un correo",
    ],
)
def test_what_comes_on_top_goes_into_the_draft_in_hand(message: str) -> None:
    assert revised(message) == [{"test": "t-3", **NO_MAIL[0]}]


def test_a_chinese_lead_is_no_criterion() -> None:
    assert revised("再加一条:5秒内回答") == [
        {"test": "t-3", "add_criteria": [{"kind": "respondsWithin", "seconds": 5.0}], "remove_criteria": [1]}
    ]


@pytest.mark.parametrize("message", ["You should not have drafted that", "I didn't ask for a test"])
def test_a_draft_that_nobody_asked_for_is_offered_to_be_discarded(message: str) -> None:
    (call,) = read(message, DESK).calls
    assert (call.tool, call.arguments["options"]) == ("ask", ["Discard “Stock checked”"])


@pytest.mark.parametrize("message", ["copy it but for postcode 1010", "kopiere ihn, aber mit Ibuprofen"])
def test_there_are_no_copies(message: str) -> None:
    (call,) = read(message, DESK).calls
    assert call.tool == "decline"


@pytest.mark.parametrize(
    "message",
    [
        "the other test may be discarded once Anna has looked at it",
        "the first may be accepted when legal agrees",
        "der andere kann weg, sobald Anna ihn gesehen hat",
        "Schedule a run tomorrow at 7, or better not",
        "Plane einen Lauf für morgen um 7, oder lieber nicht",
    ],
)
def test_what_is_put_off_or_taken_back_is_not_done(message: str) -> None:
    plan = read(message, DESK)
    assert (plan.intent, plan.calls) == ("not_ordered", ())
    assert plan.remarks


@pytest.mark.parametrize("message", ["dry run please, but only 3", "Probelauf bitte, aber nur 3"])
def test_a_dry_run_has_the_runs_that_were_said(message: str) -> None:
    (call,) = read(message, DESK).calls
    assert (call.tool, call.arguments) == ("dry_run", {"test": "t-3", "runs": 3})


@pytest.mark.parametrize("message", ["change the first message to: both tools failed", "第一条消息改成：两个都坏了"])
def test_both_in_a_first_message_stays_as_it_was_said(message: str) -> None:
    calls = read(message, DESK).calls
    assert not any("t-2" in str(call.arguments.get("situation")) for call in calls)


@pytest.mark.parametrize("message", ["It should be run after check_stock.", "it can be removed if the customer asks"])
def test_a_duty_with_a_condition_is_not_put_off(message: str) -> None:
    assert read(message, DESK).intent != "not_ordered"
