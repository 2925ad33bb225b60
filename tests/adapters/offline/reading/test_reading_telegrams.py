"""Typed in haste: slips, shorthand, bare limits and lists. They mean what the full sentence means."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.spelling import corrected
from tests.adapters.offline.reading.desks import called, criteria, never

NEVER_QUERY = never("register_supplier_query")


def kinds(desk: str, message: str) -> list[str]:
    return sorted(c["kind"] for c in criteria(desk, message))


@pytest.mark.parametrize(
    ("desk", "message", "found"),
    [
        ("invoices", "agnt must allways call read_invoice b4 answering", [called("read_invoice")]),
        ("invoices", "agent mst call read_invoice", [called("read_invoice")]),
        ("invoices", "teh agent shuold never call register_supplier_query", [NEVER_QUERY]),
        ("invoices", "agent must nevr call register_supplier_query!!", [NEVER_QUERY]),
        ("invoices", "dont call register_supplier_query", [NEVER_QUERY]),
        ("invoices", "NEVER EVER call register_supplier_query!!!", [NEVER_QUERY]),
        ("invoices", "answer < 3s", [{"kind": "respondsWithin", "seconds": 3.0}]),
        ("invoices", "answers <3 sec", [{"kind": "respondsWithin", "seconds": 3.0}]),
        ("invoices", "reply in max 3s", [{"kind": "respondsWithin", "seconds": 3.0}]),
        ("invoices", "Antwort < 3 s", [{"kind": "respondsWithin", "seconds": 3.0}]),
        ("invoices", "réponse < 3s", [{"kind": "respondsWithin", "seconds": 3.0}]),
        ("invoices", "respuesta < 3 s", [{"kind": "respondsWithin", "seconds": 3.0}]),
        ("invoices", "回答<3秒", [{"kind": "respondsWithin", "seconds": 3.0}]),
        ("invoices", "回答3秒以内", [{"kind": "respondsWithin", "seconds": 3.0}]),
        ("orders", "no refunds!!", [never("issue_refund")]),
        ("orders", "no refunds", [never("issue_refund")]),
        ("orders", "keine Erstattungen!!", [never("issue_refund")]),
        ("orders", "pas de remboursements !!", [never("issue_refund")]),
        ("orders", "¡sin reembolsos!", [never("issue_refund")]),
        ("orders", "不许退款！！", [never("issue_refund")]),
        ("orders", "返金禁止！！", [never("issue_refund")]),
        (
            "orders",
            "never ever refund w/o reading order first",
            [called("find_order", before="issue_refund")],
        ),
        ("orders", "refund only w/ order looked up b4", [called("find_order", before="issue_refund")]),
        ("orders", "- never refund\n- always look up the order", [never("issue_refund"), called("find_order")]),
        ("orders", "* look up the order\n* no refund", [never("issue_refund"), called("find_order")]),
        (
            "orders",
            "- must call find_order\n- must not call issue_refund",
            [called("find_order"), never("issue_refund")],
        ),
        (
            "orders",
            "look up order\nno refund\nanswer < 5s",
            [called("find_order"), never("issue_refund"), {"kind": "respondsWithin", "seconds": 5.0}],
        ),
        ("orders", "Der Agent must never call issue_refund", [never("issue_refund")]),
        ("orders", "bitte test: agent never calls issue_refund, danke", [never("issue_refund")]),
        ("orders", "l'agent must call find_order d'abord", None),
        ("orders", "agente must not call issue_refund por favor", [never("issue_refund")]),
        ("orders", "agent 绝不能 call issue_refund", [never("issue_refund")]),
        ("orders", "der agent mus find_order aufrufn", [called("find_order")]),
        ("orders", "agent darf nciht issue_refund aufrufen", [never("issue_refund")]),
        ("orders", "l'agent ne doit jammais appeler issue_refund", [never("issue_refund")]),
        ("orders", "el agnte nunca deve llamar a issue_refund", [never("issue_refund")]),
    ],
)
def test_haste_means_the_same(desk: str, message: str, found: list[dict[str, Any]] | None) -> None:
    made = criteria(desk, message)
    if found is not None:
        assert sorted(map(str, made)) == sorted(map(str, found))


@pytest.mark.parametrize(
    "message",
    [
        "max 2 tool calls",
        "at most 2 tool calls",
        "<= 2 tool calls",
        "max. 2 Toolaufrufe",
        "max 2 appels d'outils",
        "máximo 2 llamadas a herramientas",
        "最多2次工具调用",
        "ツール呼び出しは最大2回",
    ],
)
def test_a_limit_on_all_calls_is_judged_as_one(message: str) -> None:
    (one,) = criteria("orders", message)
    assert one["kind"] == "satisfiesAssertion"
    assert "2" in one["assertion"]


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("agent must nver call issue_refund", never("issue_refund")),
        ("agent must neve call issue_refund", never("issue_refund")),
        ("it mustnt call issue_refund", never("issue_refund")),
        ("Der Agent darf nict issue_refund aufrufen", never("issue_refund")),
        ("Der Agent darf issue_refund neimals aufrufen", never("issue_refund")),
        ("l'agent ne doit jamias appeler issue_refund", never("issue_refund")),
        ("el agente nunac debe llamar a issue_refund", never("issue_refund")),
        ("el agente nunca dbe llamar a issue_refund", never("issue_refund")),
    ],
)
def test_a_slip_in_a_not_turns_no_ban_round(message: str, found: dict[str, Any]) -> None:
    assert criteria("orders", message) == [found]


@pytest.mark.parametrize("word", ["nerve", "newer", "niche", "droit", "nichts", "kein", "keinen", "most"])
def test_a_real_word_is_no_slip(word: str) -> None:
    assert corrected(f"it says {word} things", "en") == f"it says {word} things"
    assert corrected(f"das {word} steht", "de") == f"das {word} steht"
