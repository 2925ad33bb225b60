"""A limit on how often a tool is called asks for no call, unless the message asks for one besides."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import called, criteria

LISTED = "list_invoices"
TWICE = called(LISTED, times={"at_least": 0, "at_most": 2})


@pytest.mark.parametrize(
    "message",
    [
        "The agent should call list_invoices no more than twice, please",
        "The agent must call list_invoices at most 2 times.",
        "The agent must not call list_invoices more than twice.",
        "El agente debe llamar a list_invoices como máximo dos veces.",
        "L'agent doit appeler list_invoices au plus deux fois.",
        "Der Agent soll list_invoices höchstens zweimal aufrufen.",
        "list_invoices 最多调用2次",
        "list_invoicesは2回まで呼んでよい",
    ],
)
def test_a_limit_alone_asks_for_no_call(message: str) -> None:
    assert criteria("invoices", message) == [TWICE]


@pytest.mark.parametrize(
    ("message", "times"),
    [
        ("The agent must call list_invoices, but at most twice.", {"at_most": 2}),
        ("The agent must call list_invoices, at most twice.", {"at_most": 2}),
        ("list_invoices must be called and at most twice.", {"at_most": 2}),
        ("The agent must call list_invoices at least once and at most twice.", {"at_least": 1, "at_most": 2}),
        ("The agent must call list_invoices. It must call list_invoices at most twice.", {"at_most": 2}),
        ("The agent must call list_invoices at least 2 times.", {"at_least": 2}),
    ],
)
def test_a_limit_beside_a_duty_keeps_the_duty(message: str, times: dict[str, Any]) -> None:
    assert criteria("invoices", message) == [called(LISTED, times=times)]
