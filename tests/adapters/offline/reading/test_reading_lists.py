"""A list on one line is read like the same list on lines of its own, and its items go on from what leads it."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.listing import laid_out
from tests.adapters.offline.reading.invoice_desk import CONTEXT, NOTE, QUERY, carrying, criteria_of, judged, planned

COMPARED = {"kind": "invokesTool", "tool": "compare_invoice"}
ABOUT = carrying("compare_invoice", invoice={"equals": "INV-1003"})
REGISTERED = {"kind": "invokesTool", "tool": QUERY}
NEVER = {"kind": "doesNotInvokeTool", "tool": QUERY}


@pytest.mark.parametrize(
    ("items", "style"),
    [
        (("The user asks about INV-1003.", "The agent must call compare_invoice.", "It never registers a query."), "."),
        (("user asks for INV-1003", "agent must compare the invoice", "never register a query"), "."),
        (("user asks for INV-1003", "agent must compare the invoice", "never register a query"), ")"),
        (("Nutzer fragt nach INV-1003", "der Agent muss die Rechnung vergleichen", "nie eine Rückfrage"), "."),
        (("用户询问INV-1003", "智能体必须调用compare_invoice", "绝不登记"), "."),
    ],
)
def test_one_line_is_read_like_several(items: tuple[str, ...], style: str) -> None:
    marks = "abc" if style == ")" else "123"
    listed = [f"{mark}{style} {item}" for mark, item in zip(marks, items, strict=True)]
    inline, apart = planned(" ".join(listed)), planned("\n".join(listed))
    assert [call.arguments for call in inline.calls] == [call.arguments for call in apart.calls]
    assert inline.calls[0].tool == "draft_test"
    assert "2" not in str(inline.calls[0].arguments["situation"]).replace("INV-1003", "")


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        ("The agent must (1) compare the invoice and (2) register a query", [COMPARED, REGISTERED]),
        ("The agent must: 1. compare the invoice 2. never register a query", [COMPARED, NEVER]),
        ("The agent must:\n- compare the invoice\n- never register a query", [COMPARED, NEVER]),
        (
            "The agent must: (1) call compare_invoice (2) answer with the amount (3) never register a query",
            [COMPARED, NEVER, judged("The agent must answer with the amount.")],
        ),
        (
            "The agent must not: a) register a query b) read the delivery note",
            [NEVER, {"kind": "doesNotInvokeTool", "tool": NOTE}],
        ),
        ("User asks for INV-1003. Check: 1) compare_invoice is called 2) no query is registered", [ABOUT, NEVER]),
        ("Der Agent muss: 1. die Rechnung vergleichen 2. nie eine Rückfrage registrieren", [COMPARED, NEVER]),
        ("L'agent doit : 1. comparer la facture 2. ne jamais enregistrer de demande", [COMPARED, NEVER]),
        ("El agente debe: a) comparar la factura b) no registrar nunca una consulta", [COMPARED, NEVER]),
        (
            "智能体必须：（1）调用compare_invoice（2）读取送货单",
            [COMPARED, {"kind": "invokesTool", "tool": NOTE}],
        ),
        (
            "エージェントは必ず：1. compare_invoice を呼び出す 2. 金額を答える",
            [COMPARED, judged("エージェントは必ず金額を答える。")],
        ),
    ],
)
def test_each_item_goes_on_from_what_leads_the_list(message: str, criteria: list[dict[str, Any]]) -> None:
    assert criteria_of(message) == criteria


@pytest.mark.parametrize("marks", ["1. {} 2. {}", "(1) {} (2) {}", "a) {} b) {}"])
def test_a_list_of_tests_is_as_many_drafts(marks: str) -> None:
    tests = marks.format("the agent must call compare_invoice", "the agent must never register a query")
    calls = planned(f"Two tests: {tests}", CONTEXT).calls
    assert [call.arguments["criteria"] for call in calls] == [[COMPARED], [NEVER]]


@pytest.mark.parametrize(
    "text",
    [
        "On 1. May and 2. June the agent must compare the invoice",
        "the agent must quote clause (a) and clause (b) of the contract",
        'The agent must answer "1. Compare it 2. Pay it"',
        "the agent must compare line 1. and line 2. of the invoice",
        "line (1) costs 5 euros and line (2) costs 6 euros. The agent must compare them.",
        "The agent must compare version 1.5 and 2.5 of the invoice",
        "Step 2. the agent must compare the invoice",
        "1. the agent must compare the invoice",
        "INV-1003 is wrong - the agent must compare it - and nothing else",
        "1. user asks for INV-1003\n2. agent must compare the invoice",
    ],
)
def test_what_is_no_list_on_one_line_stays_as_it_is(text: str) -> None:
    assert laid_out(text, "en") == text
