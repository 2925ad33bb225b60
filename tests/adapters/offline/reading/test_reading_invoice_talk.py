"""What is taken over from one message about the sample agent to the next, and what its conditions forbid."""

from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT, QUERY, TWO, criteria_of, judged, planned

ASKED = (
    "That is a situation. What must be true of the agent's answer or calls for the test to pass: "
    "what do you expect to happen, and what must never happen?"
)


@pytest.mark.parametrize(
    ("before", "carried"),
    [
        ("beim zweiten bitte 7 durchläufe", False),
        ("At least 18 of 20 runs must pass", False),
        ("7 runs for the second one", False),
        ("Somebody asks about invoice INV-1077 twice a day", True),
        ("Somebody asks about invoice INV-1077 from the last delivery, 5 runs please", True),
    ],
)
def test_only_a_situation_is_carried_into_the_next_draft(before: str, carried: bool) -> None:
    plan = read("the agent must call compare_invoice", CONTEXT, Previous(message=before, question=ASKED))
    (call,) = plan.calls
    assert call.tool == "draft_test"
    assert ("INV-1077" in str(call.arguments["situation"])) is carried
    assert carried or not {"runs", "threshold"} & set(call.arguments)
    assert carried or call.arguments["situation"] == "Please check invoice INV-1003."


@pytest.mark.parametrize(
    ("message", "context", "tool", "given"),
    [
        ("At least 18 of 20 runs must pass", TWO, "revise_draft", {"test": "t-2", "runs": 20, "threshold": 0.69}),
        ("Mindestens 18 von 20 Läufen müssen bestehen", TWO, "revise_draft", {"test": "t-2", "runs": 20}),
        ("At least 18 of 20 runs must pass", TWO.model_copy(update={"last_draft": None}), "ask", {}),
        ("At least 18 of 20 runs must pass", CONTEXT, "ask", {}),
        ("beim zweiten bitte 7 durchläufe", CONTEXT, "ask", {}),
    ],
)
def test_a_setting_alone_is_of_the_last_draft(message: str, context: Context, tool: str, given: dict[str, Any]) -> None:
    (call,) = planned(message, context).calls
    assert call.tool == tool
    assert {name: call.arguments[name] for name in given} == given
    assert "situation" not in str(call.arguments).lower()


REGISTERED = {"kind": "invokesTool", "tool": QUERY}
NEVER = {"kind": "doesNotInvokeTool", "tool": QUERY}


@pytest.mark.parametrize(
    ("message", "criteria"),
    [
        ("the agent must register a query if the invoice does not match", [REGISTERED]),
        (
            "the agent must register a query if the invoice does not match and never if it matches",
            [
                REGISTERED,
                judged("The agent must register a query if the invoice does not match and never if it matches."),
            ],
        ),
        (
            "it must register a query, but not when it matches",
            [REGISTERED, judged("The agent must register a query and not when it matches.")],
        ),
        ("never register a query if the invoice does not match", [NEVER]),
        ("the agent must not register a query if the invoice matches", [NEVER]),
        (
            "the agent must refuse to register a query if the invoice does not match",
            [NEVER, judged("The agent must refuse to register a query if the invoice does not match.")],
        ),
    ],
)
def test_what_a_condition_denies_is_not_banned(message: str, criteria: list[dict[str, Any]]) -> None:
    assert criteria_of(message) == criteria
