"""The second stage: which tools a message is for in which no demand was found."""

from typing import Any, Final

from optimize.assistant.context import AssistantContext
from optimize.tools import TOOLS

REPLY: Final = "reply"
_MOST: Final = 3
_ON_DRAFTS: Final = frozenset({"revise_draft", "discard_draft", "accept_test"})
_ON_ACCEPTED: Final = frozenset({"amend_test", "retire_test"})
_ON_TESTS: Final = frozenset(
    {"show_test", "dry_run", "run_tests", "read_results", "explain_result", "read_transcript", "run_experiment"}
)


def choices(facts: AssistantContext) -> list[str]:
    """The tools whose objects are there, and `reply`."""
    states = {test.state for test in facts.tests}
    idle = set() if states else set(_ON_TESTS)
    idle |= set() if "draft" in states else _ON_DRAFTS
    idle |= set() if "accepted" in states else _ON_ACCEPTED
    return [REPLY, *(name for name in TOOLS if name not in idle)]


def choice_shape(facts: AssistantContext) -> dict[str, Any]:
    """In the order in which they are wanted; `reply` among others adds nothing."""
    tools = {"type": "array", "minItems": 1, "maxItems": _MOST, "items": {"enum": choices(facts)}}
    return {"type": "object", "properties": {"tools": tools}, "required": ["tools"], "additionalProperties": False}


def chosen(value: dict[str, Any]) -> list[str]:
    """Each once; none, if a reply is all."""
    return [tool for tool in dict.fromkeys(value["tools"]) if tool != REPLY]
