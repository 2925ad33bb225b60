"""The first stage: which tool the message is for, among those that can have anything to do."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from optimize.assistant.brief_draft import MOST_DRAFTS
from optimize.assistant.context import AssistantContext
from optimize.tools import TOOLS

REPLY: Final = "reply"
_ON_DRAFTS: Final = frozenset({"revise_draft", "discard_draft", "accept_test"})
_ON_ACCEPTED: Final = frozenset({"amend_test", "retire_test"})
_ON_TESTS: Final = frozenset(
    {"show_test", "dry_run", "run_tests", "read_results", "explain_result", "read_transcript", "run_experiment"}
)


class Choice(NamedTuple):
    """`tests` and `simulated_user` matter to draft_test alone."""

    tool: str
    tests: int = 1
    simulated_user: bool = False


def choices(facts: AssistantContext) -> list[str]:
    """The tools whose objects are there, and `reply`."""
    states = {test.state for test in facts.tests}
    idle = set() if states else set(_ON_TESTS)
    idle |= set() if "draft" in states else _ON_DRAFTS
    idle |= set() if "accepted" in states else _ON_ACCEPTED
    return [REPLY, *(name for name in TOOLS if name not in idle)]


def choice_shape(names: Sequence[str]) -> dict[str, Any]:
    """That of a `Choice`."""
    count = {"type": "integer", "enum": list(range(1, MOST_DRAFTS + 1))}
    return {
        "type": "object",
        "properties": {"tool": {"enum": list(names)}, "tests": count, "simulated_user": {"type": "boolean"}},
        "required": ["tool", "tests", "simulated_user"],
        "additionalProperties": False,
    }
