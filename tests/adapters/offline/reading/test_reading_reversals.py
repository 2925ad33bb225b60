"""Descriptions that were once read as their opposite, in the wrong order or of the wrong tool, decided by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.offline.reading.lending_and_stays import plan_of
from tests.adapters.offline.reading.wanted import asked_for, met

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("reversals.json").read_text("utf-8"))
KINDS = {"+": "answerContains", "-": "answerDoesNotContain"}
LOST = "not_taken_up"


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
