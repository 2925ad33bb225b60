"""The model of declared agents when none is connected: a fixed, honest policy, no knowledge of any domain.

It reads what it can fill in, writes only what was clearly asked for, and reports what came back.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import JsonValue

from optimize.adapters.agents.offline_values import nouns_of, required_of, values_for, words_of
from optimize.adapters.agents.tool_calling_model import LoopMessage, Step, ToolUse
from optimize.application.ports.models import CallContext
from optimize.application.tool_gate import REFUSAL
from optimize.domain.agent_definition import ModelChoice, ToolDeclaration
from optimize.domain.text import fold, shortened

_NEGATED = re.compile(r"\b(?:do not|don't|never|not|no need to|without|instead of)\b[^.;!?,]*$")
_ONLY_ASKING = re.compile(r"^\W*(?:how|why|what|when|which|who|did|does|has|have|was|were|should)\b")
_MOST_FIELDS = 30


def open_offline_model(choice: ModelChoice | None, context: CallContext) -> "OfflineAgentModel":
    """The same policy for every definition: it calls no model, so there is nothing to choose."""
    return OfflineAgentModel()


class OfflineAgentModel:
    """Keeps nothing between steps: everything is read from the messages."""

    async def next_step(self, messages: Sequence[LoopMessage], tools: Sequence[ToolDeclaration]) -> Step:
        """Reads first, then what was asked to be written, then the answer. No tool is called twice in a turn."""
        told = _Told(messages, tools)
        wanted = _wanted_writes(told.asked, tools)
        reads = [tool for tool in tools if tool.effect == "read" and told.worth_reading(tool)]
        calls = reads or [tool for tool in wanted if not told.missing(tool) and told.is_new(tool)]
        if calls:
            return Step(calls=tuple(told.use(tool, at) for at, tool in enumerate(calls)))
        missing = [
            f"To {' '.join(words_of(tool.name))} I still need: {', '.join(names)}."
            for tool in wanted
            if (names := told.missing(tool))
        ]
        answer = [*_report(messages, told.start), *missing] or _report(messages, 0)
        return Step(text="\n".join(answer) or _offer(tools))


class _Told:
    """What the user said, what was called, and what came back, up to now."""

    def __init__(self, messages: Sequence[LoopMessage], tools: Sequence[ToolDeclaration]) -> None:
        said = [(at, m.text) for at, m in enumerate(messages) if m.role == "user"]
        self.start, self.asked = said[-1] if said else (0, "")
        self._text = "\n".join(text for _, text in said)
        self._uses = [use for m in messages for use in m.calls]
        self._now = {use.name for m in messages[self.start :] for use in m.calls}
        self._known = dict(_fields(messages))
        self._nouns = nouns_of(tools)

    def values(self, tool: ToolDeclaration) -> dict[str, Any]:
        """The newest message comes first, then earlier ones, then results."""
        earlier = values_for(tool, self._text, {}, self._nouns)
        return values_for(tool, self.asked, {**self._known, **earlier}, self._nouns)

    def missing(self, tool: ToolDeclaration) -> list[str]:
        values = self.values(tool)
        return [name for name in required_of(tool) if name not in values]

    def is_new(self, tool: ToolDeclaration) -> bool:
        made = [(use.name, use.arguments) for use in self._uses]
        return tool.name not in self._now and (tool.name, self.values(tool)) not in made

    def worth_reading(self, tool: ToolDeclaration) -> bool:
        """Whether it can be filled in, and was not read before or is asked about with something new."""
        read_before = any(use.name == tool.name for use in self._uses)
        return (
            self.is_new(tool)
            and self._fillable(tool)
            and not (read_before and not values_for(tool, self.asked, {}, self._nouns))
        )

    def use(self, tool: ToolDeclaration, at: int) -> ToolUse:
        return ToolUse(id=f"use_{len(self._uses) + at}", name=tool.name, arguments=self.values(tool))

    def _fillable(self, tool: ToolDeclaration) -> bool:
        values, required = self.values(tool), tool.parameters.get("required")
        if values:
            return not isinstance(required, list) or all(name in values for name in required)
        return not required_of(tool) and _overlap(tool, self.asked) > 0


def _wanted_writes(asked: str, tools: Sequence[ToolDeclaration]) -> list[ToolDeclaration]:
    """The write tools whose verb stands in the message, not negated; of several with one verb, the best named."""
    told = fold(asked)
    if _ONLY_ASKING.match(told):
        return []
    verbs = {tool.name: words_of(tool.name)[0] for tool in tools if tool.effect == "write" and words_of(tool.name)}
    by_verb: dict[str, list[ToolDeclaration]] = {}
    for tool in tools:
        if tool.name in verbs and _asks_for(verbs[tool.name], told):
            by_verb.setdefault(verbs[tool.name], []).append(tool)
    return [max(group, key=lambda tool: _overlap(tool, asked)) for group in by_verb.values()]


def _asks_for(verb: str, told: str) -> bool:
    starts = [match.start() for match in re.finditer(rf"\b{re.escape(verb)}", told)]
    return any(not _NEGATED.search(told[max(0, start - 120) : start]) for start in starts)


def _overlap(tool: ToolDeclaration, asked: str) -> int:
    """How many words of the tool's name occur in the message."""
    told = fold(asked)
    return sum(1 for word in words_of(tool.name)[1:] if word.rstrip("s") in told)


def _fields(messages: Sequence[LoopMessage]) -> Iterator[tuple[str, JsonValue]]:
    """Simple fields of results, which later calls may need."""
    for message in messages:
        result = _parsed(message.text) if message.role == "tool" else None
        if isinstance(result, dict) and "error" not in result:
            yield from ((k, v) for k, v in result.items() if isinstance(v, str | int | float))


def _report(messages: Sequence[LoopMessage], start: int) -> list[str]:
    """What came back from the message numbered `start` on."""
    names = {use.id: use.name for m in messages for use in m.calls}
    return [_outcome(names.get(m.answers or "", "tool"), m.text) for m in messages[start:] if m.role == "tool"]


def _outcome(name: str, text: str) -> str:
    if text == REFUSAL:
        return f"{name} was not done: {REFUSAL}"
    result = _parsed(text)
    if isinstance(result, dict) and set(result) == {"error"}:
        return f"{name} failed: {result['error']}"
    fields = list(_flat(result, ""))
    return f"{name} returned " + "; ".join(fields[:_MOST_FIELDS]) + ("; and more." if fields[_MOST_FIELDS:] else ".")


def _flat(value: JsonValue, path: str) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _flat(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value:
        for at, item in enumerate(value):
            yield from _flat(item, f"{path}[{at}]")
    else:
        told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield f"{path}: {told}" if path else told


def _parsed(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except ValueError:
        return text
    return value


def _offer(tools: Sequence[ToolDeclaration]) -> str:
    if not tools:
        return "I have no tools, and no model is connected, so I cannot answer this."
    can = "; ".join(
        shortened(tool.description or " ".join(words_of(tool.name)), 100).rstrip(".") for tool in tools[:12]
    )
    return f"I can help with this: {can}. Please name what it is about, with its number."
