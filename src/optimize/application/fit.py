"""Does a test fit its agent? Only tools, parameters, attributes and evidence that the agent has."""

from collections.abc import Iterable

from rapidfuzz import process

from optimize.domain.acceptance_test import TestBody
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.criteria.base import Capability
from optimize.domain.criteria.meets_expected_behaviors import MeetsExpectedBehaviors
from optimize.domain.errors import Invalid
from optimize.domain.template import Names, fill

_NEAREST = 3


def names_of(body: TestBody, definition: AgentDefinition) -> Names:
    """The attributes that `{{test_case.x}}` and `{{agent.x}}` may name."""
    return {"test_case": dict(body.attributes), "agent": dict(definition.attributes)}


def require_fit(body: TestBody, definition: AgentDefinition, capabilities: frozenset[Capability] | None = None) -> None:
    """Raise Invalid, naming the nearest thing that would work, if the test names something the agent has not got.

    Codes: `unknown_tool`, `unknown_parameter`, `unknown_name` (attribute), `cannot_see` (evidence the connection
    does not supply), `no_expected_behaviors`, and those of an impossible setting.
    """
    body.require_reachable()
    _require_behaviors(body)
    for criterion in body.criteria:
        _require_tools(criterion.tools(), definition)
        _require_parameters(criterion.parameters_of(), definition)
        missing = criterion.needs - capabilities if capabilities is not None else frozenset()
        if missing:
            raise Invalid(
                "cannot_see",
                f"{criterion.kind} needs {', '.join(sorted(missing))}, which this agent's connection does not show.",
                needs=sorted(missing),
            )
    names = names_of(body, definition)
    for text in _texts(body):
        fill(text, names)
    for criterion in body.criteria:
        criterion.filled(names)


def _require_behaviors(body: TestBody) -> None:
    if not body.expected_behaviors and any(isinstance(c, MeetsExpectedBehaviors) for c in body.criteria):
        raise Invalid(
            "no_expected_behaviors",
            "meetsExpectedBehaviors needs expected_behaviors: list what the agent should do, one sentence each.",
            field="expected_behaviors",
        )


def _texts(body: TestBody) -> Iterable[str]:
    yield from (message.text for message in body.situation.messages)
    yield from body.expected_behaviors
    if body.simulated_user:
        yield from (body.simulated_user.persona, body.simulated_user.goal)


def _require_tools(named: Iterable[str], definition: AgentDefinition) -> None:
    known = [tool.name for tool in definition.tools]
    for name in named:
        if name not in known:
            nearest = [match for match, *_ in process.extract(name, known, limit=_NEAREST)]
            hint = f"Did you mean {' or '.join(nearest)}?" if nearest else "It has no tools."
            raise Invalid("unknown_tool", f"{definition.name} has no tool {name}. {hint}", tool=name, nearest=nearest)


def _require_parameters(named: dict[str, tuple[str, ...]], definition: AgentDefinition) -> None:
    for tool_name, names in named.items():
        tool = definition.tool(tool_name)
        if tool is None or not tool.parameter_names:
            continue
        for name in names:
            if name not in tool.parameter_names:
                known = ", ".join(tool.parameter_names)
                raise Invalid(
                    "unknown_parameter",
                    f"{tool_name} has no parameter {name}. It has: {known}.",
                    tool=tool_name,
                    parameter=name,
                    known=list(tool.parameter_names),
                )
