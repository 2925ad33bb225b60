"""A setting is explained in the same words by the form's route, a test, the assistant and the card."""

from typing import Any

import httpx
import pytest

from optimize.bootstrap import Optimize
from optimize.domain.actor import Actor, Role
from optimize.tools.base import ToolContext
from optimize.tools.card_facts import facts_of_test
from optimize.tools.plan_runs import PlanRuns, PlanRunsArguments
from tests.api.served import AGENT, Served

SETTINGS: dict[str, tuple[int, float, str, str]] = {
    "default": (
        5,
        0.5,
        "All 5 runs must pass.",
        "With 5 runs, an agent that is right 90 % of the time fails this test 41 % of the time;",
    ),
    "more runs": (8, 0.5, "7 of 8 runs must pass (at most 1 may fail).", "With 8 runs, an agent"),
    "strict": (50, 0.85, "48 of 50 runs must pass (at most 2 may fail).", "With 50 runs, an agent"),
}


def _in_chat(optimize: Optimize) -> ToolContext:
    return ToolContext(use_cases=optimize.use_cases, actor=Actor(name="a person", role=Role.EDITOR), agent=AGENT)


@pytest.mark.parametrize(("runs", "threshold", "message", "both"), SETTINGS.values(), ids=SETTINGS)
def test_the_words_are_the_same_everywhere(
    served: Served, admin: httpx.Client, runs: int, threshold: float, message: str, both: str
) -> None:
    asked = {"runs": runs, "threshold": threshold, "judged": True}
    form: dict[str, Any] = admin.post("/api/setting", json=asked).json()
    assert form["message"] == message
    assert form["sentences"][0].startswith(both)

    body = {
        "name": "Explained",
        "situation": {"messages": [{"text": "Hello"}]},
        "criteria": [{"kind": "staysInCharacter"}],
        "runs": runs,
        "threshold": threshold,
    }
    view = admin.post(f"/api/agents/{AGENT}/tests", json=body).json()
    assert view["setting"] == [message, form["sentences"][0]]

    shown = served.ask(lambda optimize: optimize.use_cases.lifecycle.view(view["id"]))
    assert dict(facts_of_test(shown, shown.name))["Means"] == " ".join(view["setting"])

    asked_in_chat = PlanRunsArguments(runs=runs, threshold=threshold)
    told = served.ask(lambda optimize: PlanRuns().run(_in_chat(optimize), asked_in_chat))
    assert told.data["sentences"][:2] == view["setting"]
    assert told.data["sentences"][2] == form["sentences"][-1]


def test_from_5_runs_on_8_are_the_next_that_allow_a_failure(admin: httpx.Client) -> None:
    form = admin.post("/api/setting", json={"runs": 5, "threshold": 0.5, "judged": True}).json()
    assert (form["next_runs"], form["sentences"][-1][:26]) == (8, "8 runs allow one failure. ")


def test_a_test_with_both_kinds_of_criteria_says_what_the_form_says(admin: httpx.Client) -> None:
    body = {
        "name": "Both kinds",
        "situation": {"messages": [{"text": "Hello"}]},
        "criteria": [{"kind": "answerContains", "texts": ["a"]}, {"kind": "staysInCharacter"}],
    }
    view = admin.post(f"/api/agents/{AGENT}/tests", json=body).json()
    form = admin.post("/api/setting", json={"judged": True}).json()
    assert view["setting"] == [form["message"], form["sentences"][0]]
    coded = admin.post("/api/setting", json={"runs": 5, "judged": False}).json()
    assert coded["must_pass"] == form["must_pass"]


@pytest.mark.parametrize("threshold", [0, -0.1])
def test_a_threshold_too_low_is_answered_with_the_range(admin: httpx.Client, threshold: float) -> None:
    range_said = "above 0 and below 1, for example 0.5; the highest that 200 runs can meet is 0.9811."
    form = admin.post("/api/setting", json={"threshold": threshold, "judged": True}).json()
    assert (form["ok"], form["message"]) == (False, f"The threshold must be {range_said}")
    body = {
        "name": "Too low",
        "situation": {"messages": [{"text": "Hello"}]},
        "criteria": [{"kind": "staysInCharacter"}],
        "threshold": threshold,
    }
    refused = admin.post(f"/api/agents/{AGENT}/tests", json=body)
    assert (refused.status_code, refused.json()["detail"]) == (422, form["message"])
