"""The arguments of one tool, as a small model can write them: what is there to choose from, it chooses."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from optimize.assistant.brief_criterion import criterion_shape, joined
from optimize.assistant.brief_situation import runs_in, thresholds_in
from optimize.assistant.context import AssistantContext
from optimize.assistant.shapes import Shape, a_list, one_of
from optimize.assistant.tool_schemas import bounded_parameters

_MOST_ADDED: Final = 4
_ID: Final = re.compile(r"(?<![\w-])(?=[\w-]*\d)[\w-]{8,}(?![\w-])")
_OF_STATE: Final = {
    "revise_draft": "draft",
    "discard_draft": "draft",
    "accept_test": "draft",
    "amend_test": "accepted",
    "retire_test": "accepted",
}


def call_shape(tool: str, facts: AssistantContext, message: str) -> Shape:
    """Tests and versions are those that are there; batches, runs and settings only what the message says: also a
    setting that cannot be, so that the refusal is told instead of a figure that was never said.
    """
    shape = bounded_parameters(tool, tuple(tool.name for tool in facts.agent.tools))
    names = list(_tests(facts, _OF_STATE.get(tool)))
    versions = [name for version in facts.versions for name in (str(version.number), version.label) if name]
    said = {
        **dict.fromkeys(("version", "a", "b"), versions),
        **dict.fromkeys(("batch", "run"), _ID.findall(message)),
        "runs": runs_in(message),
        "threshold": thresholds_in(message),
    }
    fields: dict[str, Shape] = {}
    for name, part in shape["properties"].items():
        if name == "test" and names:
            fields[name] = {**part, "enum": names}
        elif name == "tests" and names:
            fields[name] = {**part, "items": {"enum": names}}
        elif name == "add_criteria":
            fields[name] = a_list(criterion_shape(facts.agent.tools, message), 1, _MOST_ADDED)
        elif name in said:
            fields |= one_of(name, said[name])
        else:
            fields[name] = part
    required = [name for name in shape.get("required", ()) if name in fields]
    return {**shape, "properties": fields, "required": required}


def call_arguments(tool: str, value: Mapping[str, Any], facts: AssistantContext) -> dict[str, Any]:
    """As the tool takes them: tests by their ids."""
    ids = _tests(facts, _OF_STATE.get(tool))
    given = dict(value)
    if "test" in given:
        given["test"] = ids.get(given["test"], given["test"])
    if "tests" in given:
        given["tests"] = [ids.get(name, name) for name in given["tests"]]
    if "add_criteria" in given:
        given["add_criteria"] = joined(given["add_criteria"])
    return given


def _tests(facts: AssistantContext, state: str | None) -> dict[str, str]:
    """Name → id of the tests of one state or of all; by its id, where another has the same name."""
    tests = [test for test in facts.tests if state in (None, test.state)]
    shared = Counter(test.name for test in facts.tests)
    return {test.name if shared[test.name] == 1 else test.id: test.id for test in tests}
