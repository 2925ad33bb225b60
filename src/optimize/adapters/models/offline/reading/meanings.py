"""Which tool a text means by what is done to what."""

import math
import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.concepts import Concept, concepts_in, group_of
from optimize.adapters.models.offline.reading.context import Tool
from optimize.adapters.models.offline.reading.folding import fold, is_cjk, stem
from optimize.adapters.models.offline.reading.lexicon import pattern
from optimize.adapters.models.offline.reading.profiles import Profile, content_stems, own_verb, profile_of, rarity

_MARGIN = 0.35
"""How much better the best tool must be than the second."""
_IN_NAME = 1.5
"""The weight of what stands in a tool's name; less stands in its description or parameters only."""

_PLAIN_READS = frozenset({"read", "search", "list", "check"})
"""Acts of many tools, which tell little of what is read."""


class Meant(NamedTuple):
    """A tool and the place of the verb that means it."""

    tool: str
    start: int
    end: int


class Meanings:
    """What each tool of the agent does, to be compared with a text in one language."""

    def __init__(self, tools: tuple[Tool, ...], language: str) -> None:
        self.language = language
        self._profiles = [profile_of(tool) for tool in tools]
        self._rarity = rarity(self._profiles)

    def nearest(self, text: str, *, nominal: bool) -> Meant | None:
        """The tool that stands out, or None; `nominal`: a thing alone, without a verb, may mean a tool."""
        text = self._without_auxiliary(text)
        said = sorted([*concepts_in(text, self.language), *self._own_acts(text)], key=lambda concept: concept.start)
        acts = self._main_acts(text, said, nominal=nominal)
        ranked = sorted(
            ((self._score(profile, acts, said, text, nominal), profile) for profile in self._profiles),
            key=lambda pair: -pair[0],
        )
        if not ranked or ranked[0][0] <= 0 or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _MARGIN):
            return None
        meant = self._called_after(said, acts, [profile for score, profile in ranked if score > 0])
        place = next(iter(acts), None)
        return Meant(meant.tool.name, place.start if place else 0, place.end if place else len(text))

    def _called_after(self, said: list[Concept], acts: list[Concept], able: list[Profile]) -> Profile:
        """The best; but of those that read, the only one called after the thing, if the best is called after others."""
        named = [profile for profile in able if _named_things(profile) & {c.name for c in said if not c.act}]
        reads = bool(acts) and {act.name for act in acts} <= _PLAIN_READS
        other = reads and able[0] not in named and _named_things(able[0])
        return named[0] if other and len(named) == 1 and "read" in named[0].groups() else able[0]

    def _own_acts(self, text: str) -> list[Concept]:
        """Verbs that only this agent's tool names know."""
        own = {act for profile in self._profiles for act in profile.acts if act == own_verb(profile.tool)}
        matches = re.finditer(r"[a-z]{3,}", fold(text)) if own else ()
        return [Concept(stem(m.group()), True, m.start(), m.end()) for m in matches if stem(m.group()) in own]

    def _without_auxiliary(self, text: str) -> str:
        for match in pattern("aux_get", self.language).finditer(fold(text)):
            text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
        return text

    def _main_acts(self, text: str, said: list[Concept], *, nominal: bool) -> list[Concept]:
        """The act of the clause: the first one, in Japanese the last; nouns act only where nothing else does."""
        every = [concept for concept in said if concept.act]
        acts = [concept for concept in every if not self._noun(text, concept, said)] or (every if nominal else [])
        obliged = pattern("must", self.language).search(fold(text))
        after = [act for act in acts if obliged and act.start >= obliged.start()]
        acts = after if after and self.language == "en" else acts
        if not acts:
            return []
        place = max(acts, key=lambda act: act.end).start if self.language == "ja" else acts[0].start
        return [act for act in acts if act.start == place]

    def _noun(self, text: str, concept: Concept, said: list[Concept]) -> bool:
        """A German word with a capital; in any language a word that stands for a thing as well, behind an article."""
        if self.language == "de" and concept.start > 0 and text[concept.start].isupper():
            return True
        thing = any(not other.act and other.start == concept.start for other in said)
        return thing and bool(pattern("article_before", self.language).search(fold(text[: concept.start])))

    def _score(self, profile: Profile, acts: list[Concept], said: list[Concept], text: str, nominal: bool) -> float:
        """0 if the text cannot mean this tool. The same act counts most, then an act of its group with a thing."""
        overlap = self._overlap(profile, acts, said, text)
        exact = max((profile.acts.get(act.name, 0) for act in acts), default=0.0)
        if exact:
            return self._same_act(profile, acts, said, exact, overlap)
        groups = {group_of(act.name) for act in acts}
        hands_over = "handoff" in groups and "send" in profile.groups() and self._by_name(profile, said, text)
        if groups & profile.groups() or hands_over:
            return 0.8 + overlap if overlap >= 0.7 else 0.0
        if "remove" in groups and not any(self._noun(text, act, said) for act in acts):
            return 0.0
        whole = self._overlap(profile, [], said, text)
        return whole if nominal and whole >= 0.9 and self._by_name(profile, said, text) else 0.0

    def _by_name(self, profile: Profile, said: list[Concept], text: str) -> bool:
        """Whether the thing stands in the tool's name: `no insurance` does not mean a tool that takes insurance."""
        named = any(
            (profile.acts if concept.act else profile.things).get(concept.name, 0) >= _IN_NAME for concept in said
        )
        return named or any(profile.stems.get(word, 0) >= _IN_NAME for word in content_stems(text)) or is_cjk(text)

    def _same_act(
        self, profile: Profile, acts: list[Concept], said: list[Concept], exact: float, overlap: float
    ) -> float:
        """An act without any thing is weak evidence; an act on another thing is none."""
        same = sum(profile.things.get(concept.name, 0) for concept in said if not concept.act)
        if overlap:
            return exact + overlap + 0.3 * same
        places = {act.start for act in acts}
        if any(not c.act and c.name != "customer" and c.start not in places for c in said):
            return 0.0
        return (exact if same else min(exact, 1.2)) + 0.3 * same

    def _overlap(self, profile: Profile, acts: list[Concept], said: list[Concept], text: str) -> float:
        taken = {act.start for act in acts}
        things = {concept.name for concept in said if not concept.act and concept.start not in taken}
        total = sum(profile.things[t] / math.sqrt(self._rarity[t]) for t in things if t in profile.things)
        if is_cjk(text):
            return total
        verb_stems = {word for act in acts for word in content_stems(text[act.start : act.end])}
        words = content_stems(text) - verb_stems
        return total + sum(profile.stems[w] / math.sqrt(self._rarity[f"~{w}"]) for w in words if w in profile.stems)


def _named_things(profile: Profile) -> set[str]:
    """The things that the tool's name speaks of."""
    return {name for name, weight in profile.things.items() if weight >= _IN_NAME}
