"""When a test fails or passes, what is only allowed, and lists of what is forbidden: none of them turned round."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import called, criteria, never, planned

REFUND = "issue_refund"


@pytest.mark.parametrize(
    "message",
    [
        "fail if issue_refund is called",
        "The test fails when the agent refunds anything.",
        "test must fail if issue_refund gets called",
        "issue_refund is called = fail",
        "Der Test schlägt fehl, wenn issue_refund aufgerufen wird.",
        "Le test échoue si issue_refund est appelé.",
        "La prueba falla si se llama a issue_refund.",
        "如果调用了 issue_refund，就算失败。",
        "issue_refund が呼ばれたら失敗",
        "refunding is not an option",
        "must not call: issue_refund",
        "forbidden: issue_refund",
        "verboten: issue_refund",
        "interdit : issue_refund",
        "prohibido: issue_refund",
        "禁止：issue_refund",
    ],
)
def test_what_makes_a_test_fail_is_banned(message: str) -> None:
    assert criteria("orders", message) == [never(REFUND)]


@pytest.mark.parametrize(
    "message",
    [
        "pass only if find_order was called",
        "The test passes only when find_order is called",
        "passes if find_order is called",
    ],
)
def test_what_makes_a_test_pass_is_asked_for(message: str) -> None:
    assert criteria("orders", message) == [called("find_order")]


@pytest.mark.parametrize(
    "message",
    [
        "The agent must never call issue_refund, notify_customer and find_order.",
        "never call issue_refund, notify_customer, find_order",
        "must not call issue_refund, notify_customer or find_order",
        "forbidden: issue_refund, notify_customer, find_order",
        "Der Agent darf issue_refund, notify_customer und find_order nie aufrufen.",
        "L'agent ne doit jamais appeler issue_refund, notify_customer et find_order.",
        "El agente nunca debe llamar a issue_refund, notify_customer y find_order.",
        "不得调用 issue_refund、notify_customer 和 find_order。",
        "issue_refund、notify_customer、find_order を呼んではいけない。",
    ],
)
def test_each_of_a_list_is_banned(message: str) -> None:
    made = {(c["kind"], c["tool"]) for c in criteria("orders", message)}
    assert made == {("doesNotInvokeTool", tool) for tool in (REFUND, "notify_customer", "find_order")}


@pytest.mark.parametrize(
    "message",
    [
        "find_order may be called",
        "The agent may call find_order",
        "Der Agent darf find_order aufrufen",
        "L'agent peut appeler find_order",
        "El agente puede llamar a find_order",
        "可以调用 find_order",
        "find_order を呼んでもよい",
    ],
)
def test_what_is_only_allowed_is_asked_about(message: str) -> None:
    assert [call.tool for call in planned("orders", message).calls] == ["ask"]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("The agent may call find_order, but must not call issue_refund", [never(REFUND)]),
        ("allowed: find_order; forbidden: issue_refund", [never(REFUND)]),
        ("The agent calls find_order so that the customer can relax", [called("find_order")]),
        ("the agent must call find_order and may call notify_customer", [called("find_order")]),
        ("issue_refund only after find_order, never before", [called("find_order", before=REFUND)]),
        ("except after find_order, the agent must never call issue_refund", [called("find_order", before=REFUND)]),
        ("außer nach find_order darf issue_refund nie aufgerufen werden", [called("find_order", before=REFUND)]),
        ("issue_refund は find_order の後だけ", [called("find_order", before=REFUND)]),
        ("find_order twice max", [called("find_order", times={"at_least": 0, "at_most": 2})]),
        ("find_order zweimal maximal", [called("find_order", times={"at_least": 0, "at_most": 2})]),
        ("find_order : 2 fois max", [called("find_order", times={"at_least": 0, "at_most": 2})]),
        ("find_order como mucho 2 veces", [called("find_order", times={"at_least": 0, "at_most": 2})]),
        ("find_order 2次以内", [called("find_order", times={"at_least": 0, "at_most": 2})]),
        ("at least 2 find_order calls", [called("find_order", times={"at_least": 2})]),
        ("exactly 1 find_order", [called("find_order", times={"exactly": 1})]),
        ("don't mention order 901", [{"kind": "answerDoesNotContain", "texts": ["901"]}]),
    ],
)
def test_nothing_is_added_or_turned_round(message: str, wanted: list[dict[str, Any]]) -> None:
    assert sorted(map(str, criteria("orders", message))) == sorted(map(str, wanted))


def test_never_both_is_no_ban_on_each() -> None:
    (one,) = criteria("orders", "refund or notify, but never both")
    assert one["kind"] == "satisfiesAssertion"
    assert "never both" in one["assertion"]
