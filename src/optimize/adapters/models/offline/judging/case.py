"""The judge's document, read: what the agent said, what it may rest on, and what it did."""

import re
from typing import Any

from pydantic import BaseModel, ConfigDict

from optimize.adapters.models.offline.judging.finding import Cited

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^a-z\s])|(?<=[。！？])|\n+")
_LONGEST_QUOTE = 200
_NOT_BACK = re.compile(r"; (?:the call was refused|no answer came back|failed: )")


class Passage(BaseModel):
    """A text with the event it stands in; None for what stands in no event (instructions, configured knowledge)."""

    model_config = ConfigDict(frozen=True)

    event: int | None
    text: str


class Line(BaseModel):
    """One entry of the record."""

    model_config = ConfigDict(frozen=True)

    event: int
    speaker: str
    text: str

    @property
    def tool(self) -> str | None:
        return self.speaker.removeprefix("tool ") if self.speaker.startswith("tool ") else None

    @property
    def came_back(self) -> bool:
        return not _NOT_BACK.search(self.text)

    def sentences(self) -> list[str]:
        """Its sentences, verbatim; a point inside a number, or before a small letter ("e.g. now"), ends none."""
        return [found.strip() for found in _SENTENCE_END.split(self.text) if found.strip()]

    def cite(self, start: int, end: int) -> Cited:
        """The words from `start` to `end` with some around them, cut at line ends."""
        left = max(self.text.rfind("\n", 0, start) + 1, start - _LONGEST_QUOTE // 2)
        line_end = self.text.find("\n", end)
        right = min(len(self.text) if line_end < 0 else line_end, end + _LONGEST_QUOTE // 2)
        return Cited(event=self.event, quote=self.text[left:right].strip())

    def cite_text(self, text: str) -> Cited:
        start = self.text.find(text)
        return self.cite(start, start + min(len(text), _LONGEST_QUOTE))


class Case(BaseModel):
    """One question to the judge."""

    model_config = ConfigDict(frozen=True)

    nonce: str
    kind: str
    requirement: str
    control: str
    record: tuple[Line, ...]
    tool_results: tuple[Passage, ...]
    knowledge: tuple[Passage, ...]
    user_messages: tuple[Passage, ...]
    instructions: str

    @property
    def agent(self) -> tuple[Line, ...]:
        return tuple(line for line in self.record if line.speaker == "agent")

    @property
    def calls(self) -> tuple[Line, ...]:
        return tuple(line for line in self.record if line.tool)

    @property
    def sources(self) -> tuple[Passage, ...]:
        """Everything a statement of the agent may rest on."""
        return (*self.tool_results, *self.knowledge, *self.user_messages, Passage(event=None, text=self.instructions))


def case_of(document: dict[str, Any]) -> Case:
    evidence = document.get("evidence") or {}
    return Case(
        nonce=str(document.get("nonce", "")),
        kind=str(document.get("kind", "")),
        requirement=str(document.get("requirement", "")),
        control=str(document.get("control", "")),
        record=tuple(
            Line(event=entry["event"], speaker=str(entry["from"]), text=str(entry["text"]))
            for entry in document.get("record", [])
        ),
        tool_results=_passages(evidence.get("tool_results")),
        knowledge=_passages(evidence.get("knowledge")),
        user_messages=_passages(evidence.get("user_messages")),
        instructions=str(evidence.get("instructions") or ""),
    )


def _passages(items: Any) -> tuple[Passage, ...]:
    return tuple(Passage(event=item.get("event"), text=str(item.get("text", ""))) for item in items or ())
