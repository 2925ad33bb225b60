"""A limit on how often a tool is called asks for no call, unless the message asks for one besides."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import called, criteria, drafted

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


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "The agent must not call read_invoice more than twice and must call compare_invoice no fewer than 2 times.",
            [
                called("compare_invoice", times={"at_least": 2}),
                called("read_invoice", times={"at_least": 0, "at_most": 2}),
            ],
        ),
        (
            "No more than three tool calls of read_invoice, at least one compare_invoice, and no writes.",
            [
                called("read_invoice", times={"at_least": 0, "at_most": 3}),
                called("compare_invoice"),
                {"kind": "doesNotInvokeTool", "effect": "write"},
            ],
        ),
        ("L'agent doit appeler list_invoices pas moins de 2 fois.", [called(LISTED, times={"at_least": 2})]),
        ("El agente debe llamar a list_invoices no menos de 2 veces.", [called(LISTED, times={"at_least": 2})]),
        ("Der Agent muss list_invoices nicht weniger als 2 mal aufrufen.", [called(LISTED, times={"at_least": 2})]),
    ],
)
def test_no_fewer_than_is_a_limit_and_no_ban(message: str, wanted: list[dict[str, Any]]) -> None:
    assert criteria("invoices", message) == wanted
    assert not drafted("invoices", message).get("runs")


def test_guillemets_are_quotes() -> None:
    message = "La réponse doit contenir « écart » et ne doit pas contenir « désolé »."
    assert criteria("invoices", message) == [
        {"kind": "answerContains", "texts": ["écart"]},
        {"kind": "answerDoesNotContain", "texts": ["désolé"]},
    ]


def test_what_is_only_allowed_may_be_limited() -> None:
    message = "The agent may register a supplier query only if it has compared the invoice, and never twice."
    assert criteria("invoices", message) == [
        called("compare_invoice", before="register_supplier_query"),
        called("register_supplier_query", times={"at_least": 0, "at_most": 1}),
    ]
