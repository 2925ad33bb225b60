"""Own descriptions in six languages, with the drafts that they must become."""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.read import read
from optimize.domain.acceptance_test import TestBody

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "paraphrases.json").read_text("utf-8"))
CASES: list[dict[str, Any]] = DATA["cases"]


def drafts_of(case: dict[str, Any]) -> list[dict[str, Any]]:
    plan = read(case["message"], Context.model_validate({"agent": DATA["agents"][case["agent"]]}))
    assert {call.tool for call in plan.calls} == {"draft_test"}
    assert plan.language == case["language"]
    return [dict(call.arguments) for call in plan.calls]


def as_set(criteria: list[dict[str, Any]]) -> set[str]:
    return {json.dumps(criterion, sort_keys=True) for criterion in criteria}


@pytest.mark.parametrize("case", CASES, ids=[case["message"][:50] for case in CASES])
def test_a_description_becomes_the_drafts_it_asks_for(case: dict[str, Any]) -> None:
    drafts = drafts_of(case)
    assert len(drafts) == len(case["drafts"])
    for draft, expected in zip(drafts, case["drafts"], strict=True):
        assert as_set(draft["criteria"]) == as_set(expected["criteria"])
        assert draft["situation"] == expected["situation"]
        for field in ("simulated_user", "runs", "threshold"):
            assert draft.get(field) == expected.get(field)


@pytest.mark.parametrize("case", CASES, ids=[case["message"][:50] for case in CASES])
def test_every_draft_is_one_that_the_domain_takes(case: dict[str, Any]) -> None:
    for draft in drafts_of(case):
        situation = {"messages": [{"role": "user", "text": draft.pop("situation")}]}
        TestBody.model_validate({**draft, "situation": situation}).require_reachable()


@pytest.mark.parametrize("case", CASES, ids=[case["message"][:50] for case in CASES])
def test_a_situation_is_never_the_description(case: dict[str, Any]) -> None:
    for draft in drafts_of(case):
        assert draft["situation"].strip() != case["message"].strip()
