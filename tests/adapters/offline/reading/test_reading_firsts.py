"""`first` is an order, a narrower condition stays said: what no check of calls can see is kept in words, and told."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, Tool
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read

TOOLS = (
    Tool(name="find_prescription", description="Find the prescription of a patient", parameters=("patient",)),
    Tool(name="check_stock", description="Check the stock of a medicine", effect="read", parameters=("medicine",)),
    Tool(name="reserve_medicine", description="Reserve a medicine for a patient", parameters=("medicine",)),
)
READ_FIRST = (TOOLS[0].model_copy(update={"effect": "read"}), *TOOLS[1:])
ONE_WRITE = Context(agent=Agent(name="pharmacy", description="Pharmacy assistant", tools=READ_FIRST))
CANCEL = Tool(name="cancel_reservation", description="Cancel a reservation")
TWO_WRITES = Context(agent=Agent(name="pharmacy", description="Pharmacy assistant", tools=(*READ_FIRST, CANCEL)))


def planned(message: str, context: Context) -> tuple[Plan, list[dict[str, Any]]]:
    plan = read(message, context)
    assert [call.tool for call in plan.calls] == ["draft_test"]
    criteria = plan.calls[0].arguments["criteria"]
    assert isinstance(criteria, list)
    return plan, [dict(one) for one in criteria if isinstance(one, dict)]


def codes(plan: Plan) -> list[str]:
    return [remark.code for remark in plan.remarks]


@pytest.mark.parametrize(
    ("message", "first"),
    [
        ("check_stock is called first", "check_stock"),
        ("The agent must call find_prescription first", "find_prescription"),
        ("The patient wants ibuprofen. The agent first checks the stock.", "check_stock"),
        ("Der Agent muss zuerst find_prescription aufrufen", "find_prescription"),
        ("check_stock wird als Erstes aufgerufen", "check_stock"),
        ("L'agent doit d'abord appeler check_stock", "check_stock"),
    ],
)
def test_first_is_before_the_one_call_that_changes_things(message: str, first: str) -> None:
    _, criteria = planned(message, ONE_WRITE)
    assert criteria == [{"kind": "invokesTool", "tool": first, "before": "reserve_medicine"}]


def test_first_is_before_the_other_call_of_the_sentence() -> None:
    _, criteria = planned("The agent must call check_stock first and then find_prescription", TWO_WRITES)
    assert {"kind": "invokesTool", "tool": "check_stock", "before": "find_prescription"} in criteria


@pytest.mark.parametrize(
    ("message", "first"),
    [
        ("check_stock is called first", "check_stock"),
        ("The agent must first check the stock", "check_stock"),
        ("zuerst find_prescription aufrufen", "find_prescription"),
        ("L'agent doit d'abord appeler check_stock", "check_stock"),
    ],
)
def test_first_before_nothing_in_particular_is_before_every_other_tool_and_told(message: str, first: str) -> None:
    plan, criteria = planned(message, TWO_WRITES)
    call, judged = criteria
    assert call == {"kind": "invokesTool", "tool": first}
    assert judged["kind"] == "satisfiesAssertion"
    assert first in judged["assertion"]
    assert "first_judged" in codes(plan)


def test_a_first_that_counts_things_is_no_order() -> None:
    _, criteria = planned("The agent must check the stock of the first medicine", TWO_WRITES)
    assert [one["kind"] for one in criteria] == ["invokesTool"]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Never reserve ibuprofen unless there is a valid prescription", ["ibuprofen", "valid prescription"]),
        ("never reserve antibiotics without a signed prescription", ["antibiotics", "signed"]),
        ("Never reserve ibuprofen unless a prescription was found", ["ibuprofen"]),
        ("Never reserve a medicine unless find_prescription returned a valid one", ["valid"]),
        (
            "Ne jamais appeler reserve_medicine sans avoir trouvé par find_prescription une ordonnance valide",
            ["valide"],
        ),
        ("Nie reserve_medicine aufrufen, außer find_prescription hat ein gültiges Rezept gefunden", ["gültiges"]),
    ],
)
def test_what_narrows_a_condition_is_kept_beside_the_order(message: str, words: list[str]) -> None:
    plan, criteria = planned(message, ONE_WRITE)
    assert criteria[0] == {"kind": "invokesTool", "tool": "find_prescription", "before": "reserve_medicine"}
    assert [one["kind"] for one in criteria[1:]] == ["satisfiesAssertion"]
    assert [word for word in words if word not in criteria[1]["assertion"]] == []
    assert "conditional_call" in codes(plan)


@pytest.mark.parametrize(
    "message",
    [
        "Never reserve a medicine unless find_prescription was called",
        "reserve a medicine only if a prescription was found",
    ],
)
def test_a_condition_that_is_only_the_call_stays_an_order_alone(message: str) -> None:
    _, criteria = planned(message, ONE_WRITE)
    assert criteria == [{"kind": "invokesTool", "tool": "find_prescription", "before": "reserve_medicine"}]


@pytest.mark.parametrize(
    ("message", "first"),
    [
        ("find the prescription first, before anything else", "find_prescription"),
        ("find prescription first, before everything", "find_prescription"),
        ("first of all find the prescription", "find_prescription"),
        ("The patient wants ibuprofen. find prescription first, before anything else", "find_prescription"),
        ("zuerst das Rezept suchen, vor allem anderen", "find_prescription"),
        ("d'abord chercher l'ordonnance, avant tout", "find_prescription"),
        ("buscar primero la receta, antes que nada", "find_prescription"),
        ("先查库存", "check_stock"),
        ("まず在庫を確認すること", "check_stock"),
    ],
)
def test_a_bare_order_before_anything_else_is_an_order_alone(message: str, first: str) -> None:
    _, criteria = planned(message, ONE_WRITE)
    assert criteria == [{"kind": "invokesTool", "tool": first, "before": "reserve_medicine"}]
    plan, (call, judged) = planned(message, TWO_WRITES)
    assert call == {"kind": "invokesTool", "tool": first}
    assert first in judged["assertion"]
    assert "first_judged" in codes(plan)


def test_an_order_before_anything_else_survives_a_ban_beside_it() -> None:
    message = "Patient wants ibuprofen. find prescription first, before anything else. never cancel a reservation"
    _, criteria = planned(message, TWO_WRITES)
    assert [one.get("tool") for one in criteria] == ["find_prescription", "cancel_reservation", None]
    assert "before any other tool" in criteria[2]["assertion"]


def test_a_ban_on_what_no_tool_does_forbids_no_other_tool() -> None:
    _, criteria = planned("The agent must call check_stock and never cancel a reservation", ONE_WRITE)
    assert [one["kind"] for one in criteria] == ["invokesTool", "satisfiesAssertion"]


@pytest.mark.parametrize(
    "message",
    [
        "When somebody wants ibuprofen, ask for the name first.",
        "patient wants ibuprofen -> ask for the name first",
        "Someone wants ibuprofen. ask for the name",
        "patient wants ibuprofen. must first ask for name and birth date",
        "The agent asks for the name before check_stock",
        "Patient will Ibuprofen. Zuerst nach dem Namen fragen.",
    ],
)
def test_asking_first_is_for_a_judge_and_no_text_of_the_answer(message: str) -> None:
    _, criteria = planned(message, TWO_WRITES)
    assert [one["kind"] for one in criteria] == ["satisfiesAssertion"]
    assert "name" in criteria[0]["assertion"].lower()


@pytest.mark.parametrize(
    ("message", "texts"),
    [
        ("the answer must contain the word first", ["first"]),
        ("the answer must contain the names Emma and Tom", ["Emma", "Tom"]),
        ("must answer with the name Emma", ["Emma"]),
        ("patient complains, asks for a manager, tell them to call 0800-123", ["0800-123"]),
    ],
)
def test_what_is_named_exactly_is_still_looked_for(message: str, texts: list[str]) -> None:
    _, criteria = planned(message, TWO_WRITES)
    assert criteria == [{"kind": "answerContains", "texts": texts}]


def test_what_the_person_asks_for_themselves_is_no_order_to_the_agent() -> None:
    plan, criteria = planned("I want to cancel. ask about the fee. The agent must name 20 EUR", TWO_WRITES)
    assert criteria == [{"kind": "answerContains", "texts": ["20 EUR"]}]
    assert "fee" in str(plan.calls[0].arguments["situation"])
