"""The first stage: which tool the message is for, among those that can have anything to do."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from optimize.assistant.choice import MOST_CRITERIA, MOST_DRAFTS, Choice
from optimize.assistant.context import AssistantContext
from optimize.tools import TOOLS

REPLY: Final = "reply"
_WORDS: Final = (REPLY, "ask")
_DEMAND: Final = 90
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


def choice_shape(names: Sequence[str]) -> dict[str, Any]:
    """That of a `Choice`. The demands stand before the tool: whether there are any says most about it."""
    demand = {"type": "string", "minLength": 1, "maxLength": _DEMAND}
    fields = {
        "tests": {"enum": list(range(1, MOST_DRAFTS + 1))},
        "demands": {"type": "array", "maxItems": MOST_CRITERIA, "items": demand},
        "tool": {"enum": list(names)},
        "simulated_user": {"type": "boolean"},
    }
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def chosen(value: Mapping[str, Any]) -> Choice:
    """Where something is demanded of the agent, a draft says more than a question does."""
    choice = Choice(**value)
    return choice._replace(tool="draft_test") if choice.demands and choice.tool in _WORDS else choice
