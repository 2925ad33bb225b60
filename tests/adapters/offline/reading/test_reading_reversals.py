"""Descriptions that were once read as their opposite, in the wrong order or of the wrong tool, decided by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.audit import denials
from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.pieces import pieces_of
from optimize.adapters.models.offline.reading.audit.tooling import Tooling
from tests.adapters.offline.reading.desks import ORDERS, called, never
from tests.adapters.offline.reading.lending_and_stays import plan_of
from tests.adapters.offline.reading.wanted import asked_for, met

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("reversals.json").read_text("utf-8"))
KINDS = {"+": "answerContains", "-": "answerDoesNotContain"}
LOST = "not_taken_up"
BEFORE = called("find_order", before="issue_refund")
TURNED = called("issue_refund", before="find_order")


def texts_of(criteria: list[dict[str, Any]]) -> set[str]:
    """`+a`: the answer must have it, `-a`: it must not."""
    return {
        sign + text for sign, kind in KINDS.items() for one in criteria if one["kind"] == kind for text in one["texts"]
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["message"][:60])
def test_it_is_read_as_it_is_meant(case: dict[str, Any]) -> None:
    plan = plan_of(case)
    (draft,) = [dict[str, Any](call.arguments) for call in plan.calls if call.tool == "draft_test"]
    criteria: list[dict[str, Any]] = draft["criteria"]
    codes = {remark.code for remark in plan.remarks}
    texts = {wish for wish in case["wanted"] if wish[0] in KINDS}
    assert texts_of(criteria) == texts
    assert [wish for wish in case["wanted"] if wish not in texts and not met(wish, criteria)] == []
    assert [made for made in criteria if not asked_for(made, case["wanted"])] == []
    assert case.get("without", "\0") not in str(criteria)
    assert all(said in str(draft["situation"]) for said in case.get("situation", []))
    assert not case.get("made_up") or any(code.startswith("situation_invented") for code in codes)
    assert (LOST in codes) == bool(case.get("said"))


@pytest.mark.parametrize(
    ("language", "text", "criteria", "missed"),
    [
        ("en", "find_order may never go missing", [never("find_order")], True),
        ("en", "find_order may never go missing", [called("find_order")], False),
        ("en", "never call issue_refund", [never("issue_refund")], False),
        ("en", "issue_refund before find_order is plainly forbidden", [TURNED], True),
        ("en", "issue_refund before find_order is plainly forbidden", [BEFORE], False),
        ("en", "find_order before issue_refund", [BEFORE], False),
        ("de", "find_order nie vergessen", [never("find_order")], True),
        ("de", "issue_refund vor find_order wäre ein Fehler", [TURNED], True),
        ("fr", "ne jamais oublier find_order", [never("find_order")], True),
        ("es", "issue_refund antes de find_order es un error", [TURNED], True),
        ("zh", "千万不能漏了 find_order", [never("find_order")], True),
        ("zh", "在 find_order 之前调用 issue_refund 是错误", [TURNED], True),
        ("ja", "find_order を抜かしてはいけない", [never("find_order")], True),
    ],
)
def test_a_denial_that_became_its_opposite_is_said(
    language: str, text: str, criteria: list[dict[str, Any]], missed: bool
) -> None:
    given: dict[str, Any] = {"name": "x", "situation": "Hello.", "criteria": criteria}
    draft = Drafted([given], [], Tooling(ORDERS.agent.tools, language), language)
    assert any(denials.missed(piece, draft) for piece in pieces_of(text)) is missed
