"""Descriptions as tired administrators type them, for ten other agents; what they must become was decided by hand.

`missed` names what the reader does not understand yet: such a case must fail, so that nobody forgets it once it works.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.read import read
from optimize.domain.acceptance_test import TestBody

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "descriptions.json").read_text("utf-8"))
CASES: list[dict[str, Any]] = DATA["cases"]
UNDERSTOOD = [case for case in CASES if "missed" not in case]
MARKED = [
    pytest.param(case, id=case["message"][:60], marks=pytest.mark.xfail(strict=True, reason=case["missed"]))
    if "missed" in case
    else pytest.param(case, id=case["message"][:60])
    for case in CASES
]


def drafts_of(case: dict[str, Any]) -> list[dict[str, Any]]:
    calls = read(case["message"], Context.model_validate({"agent": DATA["agents"][case["agent"]]})).calls
    assert {call.tool for call in calls} == {"draft_test"}
    return [dict(call.arguments) for call in calls]


def meets(made: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a criterion says what is wanted; parameters of a call say that it is made."""
    if "any_of" in wanted:
        return any(meets(made, one) for one in wanted["any_of"])
    implied = wanted["kind"] == "invokesTool" and made["kind"] == "toolParametersContain" and "before" not in wanted
    if made["kind"] != wanted["kind"] and not implied:
        return False
    same = all(made.get(name) == wanted[name] for name in ("tool", "before", "seconds") if name in wanted)
    return same and _parameters(made, wanted) and _words(made, wanted)


def _parameters(made: dict[str, Any], wanted: dict[str, Any]) -> bool:
    given = {name: str(next(iter(m.values()))) for name, m in made.get("parameters", {}).items() if m}
    return all(given.get(name) == str(value) for name, value in wanted.get("parameters", {}).items())


def _words(made: dict[str, Any], wanted: dict[str, Any]) -> bool:
    said = str(made.get("assertion", "")).lower()
    about = all(any(word.lower() in said for word in group) for group in wanted.get("about", []))
    return about and wanted.get("text", "") in " ".join(made.get("texts", []))


@pytest.mark.parametrize("case", MARKED)
def test_a_description_becomes_what_was_decided_by_hand(case: dict[str, Any]) -> None:
    drafts = drafts_of(case)
    assert len(drafts) == len(case["drafts"])
    for draft, wanted in zip(drafts, case["drafts"], strict=True):
        assert [one for one in wanted if not any(meets(made, one) for made in draft["criteria"])] == []
        fine = [*wanted, *case.get("optional", [])]
        assert [made for made in draft["criteria"] if not any(meets(made, one) for one in fine)] == []
        assert [word for word in case.get("situation", []) if word not in draft["situation"]] == []
        for name, value in case.get("settings", {}).items():
            assert draft[name] == value


@pytest.mark.parametrize("case", UNDERSTOOD, ids=[case["message"][:60] for case in UNDERSTOOD])
def test_every_draft_can_be_saved_and_starts_with_more_than_a_greeting(case: dict[str, Any]) -> None:
    for draft in drafts_of(case):
        situation = draft.pop("situation")
        assert situation not in ("Hello, I need your help.", case["message"])
        messages = {"messages": [{"role": "user", "text": situation}]}
        TestBody.model_validate({**draft, "situation": messages}).require_reachable()
