"""Where a text speaks of the agent's tools: by name, or by an act and a thing that only one tool is called after."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from optimize.adapters.models.offline.reading.concepts import concepts_in, concepts_in_any, group_of
from optimize.adapters.models.offline.reading.context import Tool
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.profiles import name_words


class Spoken(NamedTuple):
    tool: str
    start: int
    end: int
    named: bool


class _Called(NamedTuple):
    """What the name of a tool says it does, and to what."""

    tool: str
    acts: frozenset[str]
    things: frozenset[str]


class Tooling:
    def __init__(self, tools: Sequence[Tool], language: str) -> None:
        self.language = language
        self._names = [(tool.name, _name(tool.name)) for tool in tools if len(name_words(tool.name).split()) > 1]
        self.writing = frozenset(tool.name for tool in tools if tool.writes)
        self._told = {tool.name: _concepts(f"{name_words(tool.name)} {tool.description}") for tool in tools}
        self._called = [called for tool in tools if (called := _called(tool.name))]

    @property
    def all(self) -> frozenset[str]:
        return frozenset(self._told)

    def concepts(self, tools: frozenset[str]) -> frozenset[str]:
        """The acts and things that these tools are called after and described with, with the groups of the acts."""
        return frozenset(name for tool in tools for name in self._told.get(tool, ()))

    def named(self, text: str) -> list[Spoken]:
        """Tools that a text calls by their names."""
        found = [
            Spoken(tool, match.start(), match.end(), True)
            for tool, name in self._names
            for match in name.finditer(text)
        ]
        return sorted(
            (one for one in found if not any(other != one and _inside(one, other) for other in found)),
            key=lambda one: one.start,
        )

    def spoken(self, text: str) -> list[Spoken]:
        """All tools that a text speaks of, in its order."""
        named = self.named(text)
        acts = [one for one in self._acted(text) if not any(_inside(one, name) for name in named)]
        return sorted([*named, *acts], key=lambda one: one.start)

    def acted(self, text: str) -> list[Spoken]:
        """Tools whose very act a text says, to whatever thing."""
        acts = [concept for concept in concepts_in(text, self.language) if concept.act]
        found = [(act, one.tool) for act in acts for one in self._called if act.name in one.acts]
        alone = [(act, tool) for act, tool in found if sum(act.start == other.start for other, _ in found) == 1]
        return [Spoken(tool, act.start, act.end, False) for act, tool in alone]

    def _acted(self, text: str) -> list[Spoken]:
        said = concepts_in(text, self.language)
        things = {concept.name for concept in said if not concept.act}
        nouns = {(concept.start, concept.end) for concept in said if not concept.act}
        acts = [concept for concept in said if concept.act and (concept.start, concept.end) not in nouns]
        found = [(act, tool) for act in acts if (tool := self._doing(act.name, things))]
        return list({Spoken(tool, act.start, act.end, False) for act, tool in found})

    def _doing(self, act: str, things: set[str]) -> str | None:
        """The one tool whose name says the act: the very act, or one of its group to a thing that is spoken of."""
        same = [one for one in self._called if act in one.acts]
        group = group_of(act)
        if len(same) == 1 and group != "read":
            return same[0].tool
        near = same or [one for one in self._called if group in map(group_of, one.acts)]
        fitting = [one for one in near if one.things & things]
        return fitting[0].tool if len(fitting) == 1 else None


def _inside(one: Spoken, other: Spoken) -> bool:
    return other.start <= one.start and one.end <= other.end


@lru_cache(maxsize=500)
def _name(tool: str) -> re.Pattern[str]:
    spaced = r"[\s_-]?".join(map(re.escape, name_words(tool).split()))
    return re.compile(rf"(?<![A-Za-z0-9_]){spaced}(?![A-Za-z0-9_])", re.IGNORECASE)


@lru_cache(maxsize=500)
def _called(tool: str) -> _Called | None:
    said = concepts_in(fold(name_words(tool)), "en")
    nouns = {concept.start for concept in said if not concept.act and concept.start}
    acts = frozenset(concept.name for concept in said if concept.act and concept.start not in nouns)
    return _Called(tool, acts, frozenset(c.name for c in said if not c.act)) if acts else None


@lru_cache(maxsize=500)
def _concepts(told: str) -> frozenset[str]:
    said = concepts_in_any(told)
    return frozenset(c.name for c in said) | frozenset(group_of(c.name) for c in said if c.act)
