"""What there is to know, as far as one stage needs it: lines of text that stay the same as long as nothing changes."""

import json
from collections.abc import Iterator
from typing import Any, Final

from optimize.assistant.context import AssistantContext, TestInContext, VersionInContext
from optimize.domain.text import shortened
from optimize.tools import TOOLS

_TESTS: Final = 20


def facts_for(stage: str, facts: AssistantContext, shape: dict[str, Any] | None = None) -> str:
    """`stage`: a tool, or `choose` or `reply`. `shape`: what the tool's arguments have to be."""
    return "\n".join(_lines(stage, facts, shape))


def _lines(stage: str, facts: AssistantContext, shape: dict[str, Any] | None) -> Iterator[str]:
    yield f"Agent: {facts.agent.name}. {shortened(facts.agent.description, 200)}"
    yield f"Its tools: {', '.join(tool.name for tool in facts.agent.tools) or 'none'}"
    if facts.tests:
        yield "Its tests:"
        yield from (_test(test, facts.last_draft) for test in facts.tests[-_TESTS:])
    else:
        yield "It has no tests yet."
    if facts.versions:
        yield f"Its versions: {', '.join(map(_version, facts.versions))}"
    if shape is not None:
        yield f"Fill in {stage}: {TOOLS[stage].description}"
        for name, part in shape["properties"].items():
            said = part.get("description") or json.dumps(part.get("enum") or part.get("type"))
            yield f"- {name}{'' if name in shape.get('required', ()) else ' (may be left out)'}: {said}"


def _version(version: VersionInContext) -> str:
    return f"{version.number} “{version.label}”{' (live)' if version.live else ''}"


def _test(test: TestInContext, last_draft: str | None) -> str:
    newest = ", the newest draft" if test.id == last_draft else ""
    criteria = ", ".join(f"{at}: {criterion}" for at, criterion in enumerate(test.criteria))
    return f"- {test.state} “{test.name}” (id {test.id}{newest}); criteria {criteria}; latest: {test.latest}"
