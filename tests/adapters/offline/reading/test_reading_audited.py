"""Descriptions as administrators type them, with the criteria decided by hand before the reader was asked.

A draft that lacks or twists any of them must say so, and one that has them all must not. `silent` marks the few where
the audit does not notice it yet.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.desks import DESKS
from tests.adapters.offline.reading.wanted import asked_for, met

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = json.loads((HERE / "audited.json").read_text("utf-8"))["cases"]
DECIDED = [json.loads((HERE / f"{name}.json").read_text("utf-8")) for name in ("descriptions", "paraphrases")]
SAYS = {"not_taken_up", "never_at_all", "vague_left_out", "no_such_tool", "left_undone"}
"""Remarks that name something that the draft lacks."""


def drafts_of(plan: Plan) -> list[dict[str, JsonValue]]:
    return [call.arguments for call in plan.calls if call.tool == "draft_test"]


def codes_of(plan: Plan) -> set[str]:
    return {remark.code for remark in plan.remarks}


def is_right(case: dict[str, Any], drafts: list[dict[str, Any]]) -> bool:
    criteria = [one for draft in drafts for one in draft["criteria"]]
    settings = all(drafts[0].get(name) == case[name] for name in ("runs", "threshold") if name in case)
    situation = all(word in str(drafts[0]["situation"]) for word in case.get("situation", []))
    wanted = all(met(wish, criteria) for wish in case["wanted"])
    return settings and situation and wanted and all(asked_for(made, case["wanted"]) for made in criteria)


@pytest.mark.parametrize(
    "case", [case for case in CASES if not case.get("silent")], ids=lambda case: case["message"][:60]
)
def test_a_draft_that_lacks_something_says_so_and_a_right_one_does_not(case: dict[str, Any]) -> None:
    plan = read(case["message"], DESKS[case["desk"]])
    drafts = drafts_of(plan)
    if drafts and is_right(case, drafts):
        assert "not_taken_up" not in codes_of(plan)
    elif drafts:
        assert codes_of(plan) & SAYS


def test_hardly_any_wrong_draft_is_silent() -> None:
    assert len([case for case in CASES if case.get("silent")]) <= len(CASES) * 0.05


def test_drafts_known_right_hardly_ever_get_the_remark() -> None:
    plans = [
        read(case["message"], Context.model_validate({"agent": data["agents"][case["agent"]]}))
        for data in DECIDED
        for case in data["cases"]
        if "missed" not in case
    ]
    drafted = [plan for plan in plans if drafts_of(plan)]
    alarmed = [plan for plan in drafted if "not_taken_up" in codes_of(plan)]
    assert len(alarmed) <= len(drafted) * 0.03
