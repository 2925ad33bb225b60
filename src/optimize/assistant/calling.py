"""The arguments of one tool, as a small model can write them: what is there to choose from, it chooses."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from optimize.assistant.brief_criterion import criterion_shape, joined
from optimize.assistant.brief_situation import runs_in, thresholds_in
from optimize.assistant.context import AssistantContext
from optimize.assistant.shapes import Shape, a_list, one_of
from optimize.assistant.tool_schemas import bounded_parameters

_MOST_ADDED: Final = 4
_OF_STATE: Final = {
    "revise_draft": "draft",
    "discard_draft": "draft",
    "accept_test": "draft",
    "amend_test": "accepted",
    "retire_test": "accepted",
}


def call_shape(tool: str, facts: AssistantContext, message: str) -> Shape:
    """A test can only be one that is there, a number of runs or a threshold only what the message says: also one that
    cannot be, so that the refusal is told instead of a figure that was never said.
    """
    shape = bounded_parameters(tool, tuple(tool.name for tool in facts.agent.tools))
    fields: dict[str, Shape] = dict(shape["properties"])
    names = _names(facts, _OF_STATE.get(tool))
    if names and "test" in fields:
        fields["test"] = {**fields["test"], "enum": names}
    if names and "tests" in fields:
        fields["tests"] = {**fields["tests"], "items": {"enum": names}}
    if "add_criteria" in fields:
        fields["add_criteria"] = a_list(criterion_shape(facts.agent.tools, message), 1, _MOST_ADDED)
    for name, said in (("runs", runs_in(message)), ("threshold", thresholds_in(message))):
        if fields.pop(name, None) is not None:
            fields |= one_of(name, said)
    return {**shape, "properties": fields}


def call_arguments(value: Mapping[str, Any]) -> dict[str, Any]:
    return {**value, "add_criteria": joined(value["add_criteria"])} if "add_criteria" in value else dict(value)


def _names(facts: AssistantContext, state: str | None) -> list[str]:
    """By its name, or by its id where another has the same one."""
    tests = [test for test in facts.tests if state in (None, test.state)]
    shared = Counter(test.name for test in facts.tests)
    return [test.name if shared[test.name] == 1 else test.id for test in tests]
