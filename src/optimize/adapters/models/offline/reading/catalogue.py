"""Which tools of the agent a piece of text means: by name, by a name nearly right, or by what they do."""

import re
from typing import NamedTuple

from rapidfuzz import fuzz, process

from optimize.adapters.models.offline.reading.concepts import Concept, concepts_in, concepts_in_any, group_of
from optimize.adapters.models.offline.reading.context import Tool
from optimize.adapters.models.offline.reading.folding import fold, is_cjk, stem
from optimize.adapters.models.offline.reading.lexicon import pattern
from optimize.adapters.models.offline.reading.profiles import (
    Profile,
    content_stems,
    name_words,
    own_verb,
    profile_of,
    rarity,
)


class Mention(NamedTuple):
    """A tool that a text means, and where; `named` if by its name."""

    tool: str
    start: int
    end: int
    named: bool


_IDENTIFIER = re.compile(r"(?<![\w.@/-])[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)|(?<![\w.])[a-zA-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?!\w)")
_NEARLY = 88
_NEAR = 45


class Catalogue:
    """The agent's tools, searchable by name and by meaning in one language."""

    def __init__(self, tools: tuple[Tool, ...], language: str) -> None:
        self.tools = {tool.name: tool for tool in tools}
        self.language = language
        self._profiles = [profile_of(tool) for tool in tools]
        self._rarity = rarity(self._profiles)

    def named(self, text: str) -> list[Mention]:
        """Tools named in the text, exactly, with spaces, with a slip, or by the telling part of the name."""
        found = [mention for tool in self.tools for mention in self._exact(tool, text)]
        found = [a for a in found if not any(a != b and b.start <= a.start and a.end <= b.end for b in found)]
        found += [mention for mention in self._misspelt(text) if mention.tool not in {other.tool for other in found}]
        if not found and pattern("calling", self.language).search(fold(text)):
            found = self._by_part(text)
        return sorted(found, key=lambda mention: mention.start)

    def _exact(self, tool: str, text: str) -> list[Mention]:
        spaced = r"[\s_-]?".join(map(re.escape, name_words(tool).split()))
        forms = re.compile(rf"(?<![A-Za-z0-9_]){spaced}(?![A-Za-z0-9_])", re.IGNORECASE)
        several = len(name_words(tool).split()) > 1
        return [
            Mention(tool, match.start(), match.end(), True)
            for match in forms.finditer(text)
            if several or match.group() == tool or self._as_a_name(text, match)
        ]

    def _as_a_name(self, text: str, match: re.Match[str]) -> bool:
        return bool(pattern("calling", self.language).search(fold(text))) or text[match.start() - 1 : match.start()] in "(`"

    def _misspelt(self, text: str) -> list[Mention]:
        return [
            Mention(nearest[0], match.start(), match.end(), True)
            for match in _IDENTIFIER.finditer(text)
            if (nearest := self.nearest(match.group())) and nearest[1] >= _NEARLY and match.group() not in self.tools
        ]

    def _by_part(self, text: str) -> list[Mention]:
        found = []
        for match in re.finditer(r"[A-Za-z]{5,}", text):
            word = match.group().lower()
            owners = [tool for tool in self.tools if word in name_words(tool).split()]
            leading = [tool for tool in owners if name_words(tool).startswith(f"{word} ")]
            owners = leading if len(leading) == 1 else owners
            if len(owners) == 1:
                found.append(Mention(owners[0], match.start(), match.end(), True))
        return found[:1]

    def nearest(self, name: str) -> tuple[str, float] | None:
        """The tool whose name is nearest, with how near (100 is equal)."""
        spaced = {tool: name_words(tool) for tool in self.tools}
        found = process.extractOne(name_words(name), spaced, scorer=fuzz.ratio)
        return (found[2], found[1]) if found else None

    def near(self, name: str, limit: int = 3) -> list[str]:
        """The names nearest to one that is not there, nearest first."""
        spaced = {tool: name_words(tool) for tool in self.tools}
        found = process.extract(name_words(name), spaced, scorer=fuzz.token_set_ratio, limit=limit)
        return [tool for _, score, tool in found if score >= _NEAR] or list(self.tools)[:limit]

    def unknown(self, text: str) -> list[str]:
        """Identifiers called like tools that the agent does not have; parameters are none."""
        parameters = {parameter for tool in self.tools.values() for parameter in tool.parameters}
        return [
            match.group()
            for match in _IDENTIFIER.finditer(text)
            if match.group() not in parameters | set(self.tools)
            and _called(text, match, self.language)
            and not any(m.start <= match.start() < m.end for m in self.named(text))
        ]

    def described(self, text: str, *, nominal: bool = False) -> Mention | None:
        """The one tool that the text describes by what is done to what; None if none stands out.

        `nominal`: the text has no verb of its own, as in "no certificate at all".
        """
        text = self._without_auxiliary(text)
        said = sorted([*concepts_in(text, self.language), *self._own_acts(text)], key=lambda concept: concept.start)
        acts = self._main_acts(text, said)
        ranked = sorted(((self._score(profile, acts, said, text, nominal), profile) for profile in self._profiles), key=lambda pair: -pair[0])
        if not ranked or ranked[0][0] <= 0 or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < 0.35):
            return None
        place = next(iter(acts), None)
        return Mention(ranked[0][1].tool.name, place.start if place else 0, place.end if place else len(text), False)

    def _own_acts(self, text: str) -> list[Concept]:
        """Verbs that only this agent's tool names know."""
        own = {act for profile in self._profiles for act in profile.acts if act == own_verb(profile.tool)}
        matches = re.finditer(r"[a-z]{3,}", fold(text)) if own else ()
        return [Concept(stem(m.group()), True, m.start(), m.end()) for m in matches if stem(m.group()) in own]

    def _without_auxiliary(self, text: str) -> str:
        for match in pattern("aux_get", self.language).finditer(fold(text)):
            text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
        return text

    def _main_acts(self, text: str, said: list[Concept]) -> list[Concept]:
        """The act of the clause: the first one, in Japanese the last; German nouns do not act."""
        acts = [concept for concept in said if concept.act and not self._noun(text, concept)]
        obliged = pattern("must", self.language).search(fold(text))
        after = [act for act in acts if obliged and act.start >= obliged.start()]
        acts = after if after and self.language == "en" else acts
        if not acts:
            return []
        place = max(acts, key=lambda act: act.end).start if self.language == "ja" else acts[0].start
        return [act for act in acts if act.start == place]

    def _noun(self, text: str, concept: Concept) -> bool:
        return self.language == "de" and concept.start > 0 and text[concept.start].isupper()

    def _score(self, profile: Profile, acts: list[Concept], said: list[Concept], text: str, nominal: bool) -> float:
        overlap = self._overlap(profile, acts, said, text)
        exact = max((profile.acts.get(act.name, 0) for act in acts), default=0)
        if exact:
            places = {act.start for act in acts}
            about = [c for c in said if not c.act and c.name != "customer" and c.start not in places]
            same = self._overlap(profile, [], said, text)
            return exact + overlap + 0.3 * same if overlap or not about else 0
        if any(group_of(act.name) in profile.groups() for act in acts):
            return 0.8 + overlap if overlap >= 0.7 else 0
        whole = self._overlap(profile, [], said, text)
        return whole if nominal and whole >= 0.9 else 0

    def _overlap(self, profile: Profile, acts: list[Concept], said: list[Concept], text: str) -> float:
        taken = {act.start for act in acts}
        things = {concept.name for concept in said if not concept.act and concept.start not in taken}
        total = sum(profile.things[t] / self._rarity[t] ** 0.5 for t in things if t in profile.things)
        if is_cjk(text):
            return total
        verb_stems = {word for act in acts for word in content_stems(text[act.start : act.end])}
        words = content_stems(text) - verb_stems
        total += sum(profile.stems[w] / self._rarity[f"~{w}"] ** 0.5 for w in words if w in profile.stems)
        return total

    def share_thing(self, parameter: str, text: str) -> bool:
        """Whether the text names the thing that a parameter is called after."""
        called = {concept.name for concept in concepts_in_any(name_words(parameter)) if not concept.act}
        said = {concept.name for concept in concepts_in(text, self.language) if not concept.act}
        return bool(called & said)


def _called(text: str, match: re.Match[str], language: str) -> bool:
    around = fold(text[max(0, match.start() - 40) : match.end() + 30])
    return bool(pattern("calling", language).search(around))
