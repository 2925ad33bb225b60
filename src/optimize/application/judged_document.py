"""What a judge gets to read: one JSON document, in which nothing can pass itself off as an instruction."""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict, JsonValue

from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.criteria.base import Evidence
from optimize.domain.template import fill
from optimize.domain.transcript import AnyEvent, Message, Retrieval, ToolCall, Transcript

_JOINER = "\u200d"
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_SPEAKERS = {"assistant": "agent", "user": "user", "system": "instructions"}
_UNANSWERED = {
    "refused": "the call was refused and nothing was sent",
    "unknown": "no answer came back; whether it took effect is not known",
}


class Entry(BaseModel):
    """One event as the judge sees it. Quotes are looked up in `text`."""

    model_config = ConfigDict(frozen=True)

    event: int
    speaker: str
    text: str


class Matter(BaseModel):
    """Everything about one run that a judge may be shown: what happened, in which order, by which agent."""

    model_config = ConfigDict(frozen=True)

    transcript: Transcript
    definition: AgentDefinition

    def record(self) -> list[Entry]:
        """The events that count, in order."""
        entries = (_entry(event) for event in self.transcript.events)
        return [entry for entry in entries if entry is not None]

    def evidence(self, kinds: Iterable[Evidence]) -> dict[str, JsonValue]:
        """What the answer may rest on, only of the kinds named."""
        readers = {
            Evidence.TOOL_RESULTS: self._tool_results,
            Evidence.KNOWLEDGE: self._knowledge,
            Evidence.USER_MESSAGES: self._user_messages,
            Evidence.INSTRUCTIONS: self._instructions,
        }
        return {kind.value: readers[kind]() for kind in sorted(kinds)}

    def facts(self) -> list[str]:
        """What code knows for sure, so that the judge need not decide it."""
        calls = self.transcript.tool_calls
        facts = [f"tools called: {_counted(call.name for call in calls)}"]
        for status in ("refused", "failed", "unknown"):
            named = [call.name for call in calls if call.status == status]
            if named:
                facts.append(f"calls {status}: {_counted(named)}")
        return [*facts, f"messages of the agent: {len(self.transcript.agent_messages)}"]

    def _tool_results(self) -> JsonValue:
        return [
            {"event": call.seq, "tool": visible(call.name), "text": visible(_json(call.result))}
            for call in self.transcript.tool_calls
            if call.came_back
        ]

    def _knowledge(self) -> JsonValue:
        passages: list[JsonValue] = [
            {"event": event.seq, "text": visible("\n".join(event.passages))}
            for event in self.transcript.events
            if isinstance(event, Retrieval)
        ]
        if self.definition.knowledge:
            passages.append({"text": visible(_json(self.definition.knowledge))})
        return passages

    def _user_messages(self) -> JsonValue:
        return [{"event": message.seq, "text": visible(message.text)} for message in self.transcript.user_messages]

    def _instructions(self) -> JsonValue:
        return visible(str(fill(self.definition.instructions, {"agent": self.definition.attributes})))


def visible(text: str) -> str:
    """`text` with invisible and control characters shown as `⟦U+200B⟧`; a joiner inside an emoji stays."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        f"⟦U+{ord(c):04X}⟧" if _is_hidden(c) and not _joins_emoji(text, i) else c for i, c in enumerate(text)
    )


def _is_hidden(character: str) -> bool:
    return character not in "\n\r\t" and unicodedata.category(character) in _HIDDEN


def _joins_emoji(text: str, i: int) -> bool:
    before = text[:i].rstrip("\ufe0f")[-1:]
    return text[i] == _JOINER and all(ord(c) >= 0x2190 for c in (before or " ") + (text[i + 1 : i + 2] or " "))


def _entry(event: AnyEvent) -> Entry | None:
    if isinstance(event, Message) and event.role != "system":
        return Entry(event=event.seq, speaker=_SPEAKERS[event.role], text=visible(event.text))
    if isinstance(event, ToolCall) and event.counts:
        return Entry(event=event.seq, speaker=f"tool {visible(event.name)}", text=visible(_call_text(event)))
    if isinstance(event, Retrieval):
        return Entry(event=event.seq, speaker="knowledge", text=visible("\n".join((event.query, *event.passages))))
    return None


def _call_text(call: ToolCall) -> str:
    arguments = call.arguments_text if call.arguments is None else _json(call.arguments)
    if call.came_back:
        return f"called with {arguments}; returned {_json(call.result)}"
    return f"called with {arguments}; {_UNANSWERED.get(call.status) or f'failed: {call.error}'}"


def _json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _counted(names: Iterable[str]) -> str:
    counts = Counter(names)
    told = (visible(name) if times == 1 else f"{visible(name)} ({times} times)" for name, times in counts.items())
    return ", ".join(told) or "none"
