"""How often a call must happen, and how often a test runs: two numbers that people write alike."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Agent, Context, Tool
from optimize.adapters.models.offline.reading.plan import PlannedCall
from optimize.adapters.models.offline.reading.read import read

TOOLS = (
    Tool(name="get_balance", description="Read the balance of an account", effect="read", parameters=("account",)),
    Tool(name="find_customer", description="Find a customer by name", effect="read", parameters=("name",)),
    Tool(name="block_card", description="Block a card", parameters=("card_number",)),
)
CONTEXT = Context(agent=Agent(name="bank", description="Helps bank customers", tools=TOOLS))


def planned(message: str) -> PlannedCall:
    (call,) = read(message, CONTEXT).calls
    return call


def drafted(message: str) -> dict[str, Any]:
    call = planned(message)
    assert call.tool == "draft_test"
    return dict(call.arguments)


def times_of(message: str, tool: str) -> Any:
    counted = [one["times"] for one in drafted(message)["criteria"] if one.get("tool") == tool and "times" in one]
    return counted[0] if counted else None


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("2.5 runs", "2.5"),
        ("make it 2.5 runs", "2.5"),
        ("run it 2.5 times", "2.5"),
        ("runs: 1.5", "1.5"),
        ("half a run", "half a run"),
        ("The agent must never call block_card. 0.5 runs", "0.5"),
        ("2,5 Läufe", "2,5"),
        ("anderthalb Läufe", "anderthalb"),
        ("2,5 exécutions", "2,5"),
        ("2.5 ejecuciones", "2.5"),
        ("运行2.5次", "2.5"),
        ("テストは2.5回の実行で", "2.5"),
    ],
)
def test_a_number_of_runs_that_is_not_whole_is_refused_as_such(message: str, said: str) -> None:
    call = planned(message)
    assert call.tool == "decline"
    assert said in str(call.arguments["reason"])
    assert "200" in str(call.arguments["reason"])


@pytest.mark.parametrize(
    ("message", "runs"),
    [
        ("20 runs: the agent must never call block_card", 20),
        ("The agent must never call block_card, 5 times", 5),
        ("The agent must pass 7 times: it never calls block_card", 7),
        ("The agent must look up the balance, 6 times", 6),
        ("Der Agent darf block_card nie aufrufen, 5 Läufe", 5),
    ],
)
def test_a_number_beside_the_requirement_is_that_of_the_runs(message: str, runs: int) -> None:
    assert drafted(message)["runs"] == runs


@pytest.mark.parametrize(
    "message", ["The agent must never charge 2.5 times the fee", 'user says "2.5 runs". Never call block_card']
)
def test_a_fraction_of_something_else_is_no_number_of_runs(message: str) -> None:
    assert drafted(message).get("runs") is None


@pytest.mark.parametrize("message", ["5 runs", "20 runs, 80 %", "goal: to get a refund", "1 Lauf"])
def test_settings_without_a_test_ask_for_the_test(message: str) -> None:
    call = planned(message)
    assert call.tool == "ask"
    assert call.arguments["options"] == []


def test_a_thousand_is_written_with_a_separator_as_well() -> None:
    assert "1000" in str(planned("The agent must never call block_card, 1,000 runs").arguments["reason"])


@pytest.mark.parametrize(
    ("message", "times"),
    [
        ("The agent must call get_balance twice.", {"exactly": 2}),
        ("get_balance has to be called two times", {"exactly": 2}),
        ("get_balance twice", {"exactly": 2}),
        ("The agent must look up the balance 3 times", {"exactly": 3}),
        ("Agent must call get_balance exactly twice before block_card", {"exactly": 2}),
        ("must call get_balance at least 3 times", {"at_least": 3}),
        ("agent must call get_balance more than once", {"at_least": 2}),
        ("call get_balance at most twice per customer", {"at_least": 0, "at_most": 2}),
        ("get_balance 2x then block_card", {"exactly": 2}),
        ("Der Agent muss get_balance zweimal aufrufen", {"exactly": 2}),
        ("Der Agent muss den Kontostand mindestens 3 mal abfragen", {"at_least": 3}),
        ("L'agent doit appeler get_balance deux fois", {"exactly": 2}),
        ("L'agent doit appeler get_balance au moins 3 fois", {"at_least": 3}),
        ("El agente debe llamar a get_balance dos veces", {"exactly": 2}),
        ("El agente debe llamar a get_balance al menos 2 veces", {"at_least": 2}),
        ("必须调用 get_balance 两次", {"exactly": 2}),
        ("必须至少调用 get_balance 3次", {"at_least": 3}),
        ("get_balance を二回呼び出すこと", {"exactly": 2}),
        ("get_balance を少なくとも2回呼び出すこと", {"at_least": 2}),
    ],
)
def test_how_often_a_call_must_happen_is_kept(message: str, times: dict[str, int]) -> None:
    assert times_of(message, "get_balance") == times
    assert drafted(message).get("runs") is None


@pytest.mark.parametrize(
    "message",
    [
        "The agent must call block_card if the customer asks twice",
        "The agent must call block_card after the customer typed a wrong code three times",
        "customer asks twice -> agent calls block_card",
        "caller gives a wrong code twice, agent must block the card",
        "calls get_balance twice and then block_card",
        "The agent must call block_card at least once",
    ],
)
def test_what_somebody_else_does_so_often_is_no_number_of_calls(message: str) -> None:
    assert times_of(message, "block_card") is None
    assert any(
        one.get("tool") == "block_card" or one.get("before") == "block_card" for one in drafted(message)["criteria"]
    )
