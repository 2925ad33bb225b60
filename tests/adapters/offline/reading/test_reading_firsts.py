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
