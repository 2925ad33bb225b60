"""Which tools of the agent a piece of text means: by name, by a name nearly right, or by what they do."""

import re
from typing import NamedTuple

from rapidfuzz import fuzz, process

from optimize.adapters.models.offline.reading.concepts import Concept, concepts_in, concepts_in_any, group_of
from optimize.adapters.models.offline.reading.context import Tool
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import cut, pattern, spans
from optimize.adapters.models.offline.reading.meanings import Meanings
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words


class Mention(NamedTuple):
    """A tool that a text means, and where; `named` if by its name."""

    tool: str
    start: int
    end: int
    named: bool


_IDENTIFIER = re.compile(
    r"(?<![\w.@/-])[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)|(?<![\w.])[a-zA-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?!\w)"
)
_NEARLY = 88
_NEAR = 45


class Slip(NamedTuple):
    """A tool's name as it was misspelt, with the tool that is nearest."""

    written: str
    tool: str


class Catalogue:
    """The agent's tools, searchable by name and by meaning in one language."""

    def __init__(self, tools: tuple[Tool, ...], language: str) -> None:
        self.tools = {tool.name: tool for tool in tools}
        self.language = language
        self._meanings = Meanings(tools, language)

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
        return (
            bool(pattern("calling", self.language).search(fold(text)))
            or text[match.start() - 1 : match.start()] in "(`"
        )

    def _misspelt(self, text: str) -> list[Mention]:
        return [
            Mention(nearest[0], match.start(), match.end(), True)
            for match in _IDENTIFIER.finditer(text)
            if (nearest := self._whole(match.group()) or self.nearest(match.group()))
            and nearest[1] >= _NEARLY
            and match.group() not in self.tools
        ]

    def _whole(self, name: str) -> tuple[str, float] | None:
        """The one tool whose name goes on from this one: `get_assignment` for `get_assignment_id`."""
        longer = [tool for tool in self.tools if tool.lower().startswith(f"{name.lower()}_")]
        return (longer[0], 100.0) if len(longer) == 1 else None

    def slips(self, text: str) -> list[Slip]:
        """Names in the text that are nearly those of a tool."""
        return [Slip(text[slip.start : slip.end], slip.tool) for slip in self._misspelt(text)]

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
        ] + self._unknown_by_word(text)

    def _unknown_by_word(self, text: str) -> list[str]:
        """`the teleport tool`: what is called a tool, and shares no word and no meaning with any that is there."""
        match = pattern("tool_named", self.language).search(fold(text))
        if match is None or self.named(text):
            return []
        start, end = spans(match)["name"]
        name = text[start:end]
        own = {word for tool in self.tools for word in content_stems(name_words(tool))}
        plain = pattern("some_tool", self.language).match(fold(name)) or not content_stems(name)
        known = content_stems(name) & own or self.described(name, nominal=True)
        return [] if plain or known else [name]

    def described(self, text: str, *, nominal: bool = False) -> Mention | None:
        """The one tool that the text describes by what is done to what; None if none stands out.

        `nominal`: the text has no verb of its own, as in "no certificate at all".
        """
        if nominal and (made := self._made(text)):
            return Mention(made, 0, len(text), False)
        found = self._meanings.nearest(text, nominal=nominal)
        return Mention(found.tool, found.start, found.end, False) if found else None

    def _made(self, text: str) -> str | None:
        """`no charge without a booking`: of several tools for a thing that stands alone, the one that makes it."""
        alone = cut("article", self.language, text).strip(" .,;")
        said = {concept.name for concept in concepts_in(alone, self.language) if not concept.act}
        if not said or is_cjk(alone) or len(alone.split()) > 1:
            return None
        about = {tool: concepts_in(name_words(tool), "en") for tool in self.tools}
        about = {tool: found for tool, found in about.items() if said & {c.name for c in found if not c.act}}
        makes = [tool for tool, found in about.items() if any(c.act and not c.start and _creates(c) for c in found)]
        return makes[0] if len(makes) == 1 and len(about) > 1 else None

    def called_after(self, text: str) -> Mention | None:
        """The one tool whose name has every telling word of the text, as in "no refund without lookup"."""
        said = content_stems(text)
        found = [name for name in self.tools if said and said <= content_stems(name_words(name))]
        return Mention(found[0], 0, len(text), False) if len(found) == 1 else None

    def writing(self, text: str) -> str | None:
        """The one tool that writes and has the most words of the text in its name, in a longer form or a shorter."""
        said = content_stems(text)
        counts = {
            name: sum(any(_same_word(word, own) for own in content_stems(name_words(name))) for word in said)
            for name, tool in self.tools.items()
            if tool.writes
        }
        best = max(counts.values(), default=0)
        found = [name for name, count in counts.items() if count == best]
        return found[0] if best and len(found) == 1 else None

    def share_thing(self, parameter: str, text: str) -> bool:
        """Whether the text names the thing that a parameter is called after."""
        called = {concept.name for concept in concepts_in_any(name_words(parameter)) if not concept.act}
        said = {concept.name for concept in concepts_in(text, self.language) if not concept.act}
        return bool(called & said)


def _creates(concept: Concept) -> bool:
    return group_of(concept.name) == "create"


def _same_word(said: str, own: str) -> bool:
    return said == own or (len(own) > 5 and said.startswith(own)) or (len(said) > 5 and own.startswith(said))


def _called(text: str, match: re.Match[str], language: str) -> bool:
    around = fold(text[max(0, match.start() - 40) : match.end() + 30])
    return bool(pattern("calling", language).search(around))
