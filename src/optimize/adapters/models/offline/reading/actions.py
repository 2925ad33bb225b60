"""The tool calls that a clause asks for or forbids."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.catalogue import Mention
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, pattern, word_pattern
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


class Action(NamedTuple):
    """One tool in one clause; positions are those of the whole text. `aside`: it only stands behind a "before"."""

    tool: str
    start: int
    end: int
    negated: bool
    named: bool
    part: int
    aside: bool = False


class Segment(NamedTuple):
    """A piece of a clause between order words."""

    start: int
    end: int
    aside: bool


def actions_of(scene: Scene, index: int, part: Part) -> list[Action]:
    """The tools of one clause in reading order."""
    found: list[Action] = []
    for segment in segments_of(scene, part):
        text = scene.text[segment.start : segment.end]
        negated = negated_in(text, scene.language)
        refused = _refused(scene, text)
        if refused:
            found.append(
                Action(refused.tool, segment.start + refused.start, segment.end, True, False, index, segment.aside)
            )
            continue
        nominal = negated or segment.aside or _bare_thing(part, scene.language)
        for mention in _mentions(scene, text, nominal=nominal) or _written(scene, text, segment, part):
            start, end = segment.start + mention.start, segment.start + mention.end
            turned = negated or bool(pattern("instead", scene.language).search(fold(text[: mention.start])[-16:]))
            kept = turned and not pattern("instead_only", scene.language).search(fold(text[mention.end :]))
            if not kept and pattern("only_if", scene.language).search(fold(text[mention.start :])):
                continue
            found.append(Action(mention.tool, start, end, kept, mention.named, index, segment.aside))
    return found


def _only_if(scene: Scene, behind: str) -> bool:
    """A condition on a call, other than `only with` a value, which is a parameter."""
    match = pattern("only_if", scene.language).search(fold(behind))
    value = match and match.group().endswith("with") and re.search(r"\d|[\"']", behind[match.end() :])
    return bool(match) and not value


def _refused(scene: Scene, text: str) -> Mention | None:
    """`must refuse to cancel`: the call that a refusal rules out."""
    match = pattern("refusing", scene.language).search(fold(text))
    if match is None or scene.catalogue.named(text):
        return None
    rest = text[match.end() :]
    mention = scene.catalogue.described(rest, nominal=True)
    return Mention(mention.tool, match.end(), len(text), False) if mention else None


def segments_of(scene: Scene, part: Part) -> list[Segment]:
    clause = part.clause
    text = fold(clause.text)
    meta = pattern("meta", scene.language).match(text)
    lead = meta.end() if meta and meta.end() < len(text) else 0
    text = " " * lead + text[lead:]
    because = pattern("because", scene.language).search(text)
    text = text[: because.start()] if because and because.start() > 6 else text
    cuts = [
        *unless_in(scene, text),
        *pattern("before_word", scene.language).finditer(text),
        *pattern("after", scene.language).finditer(text),
    ]
    cuts = [cut for cut in cuts if not re.match(r"\s*(?:[\d$€£]|noon|midnight)", text[cut.end() :])]
    first = min(cuts, key=lambda match: match.start(), default=None)
    if first is None:
        return [Segment(clause.start + lead, clause.start + len(text), False)]
    left = Segment(clause.start + lead, clause.start + first.start(), scene.language in ("zh", "ja"))
    right = Segment(clause.start + first.end(), clause.start + len(text), scene.language not in ("zh", "ja"))
    return [segment for segment in (left, right) if segment.end - segment.start > 1]


def unless_in(scene: Scene, text: str) -> list[re.Match[str]]:
    """`never B without A`: "without" puts two calls in order when what follows is a call."""
    found = [
        m
        for m in pattern("without", scene.language).finditer(text)
        if pattern("not", scene.language).search(text[: m.start()])
    ]
    return [m for m in found if scene.catalogue.named(text[m.end() :]) or scene.catalogue.described(text[m.end() :])]


def negated_in(text: str, language: str) -> bool:
    """Whether the text forbids rather than asks; two negations cancel out only in set phrases."""
    folded = re.sub(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)", " ", fold(text))
    return bool(pattern("not", language).search(folded)) and not pattern("not_really", language).search(folded)


def _bare_thing(part: Part, language: str) -> bool:
    return bool(pattern("nominal", language).search(fold(part.clause.text)))


def _mentions(scene: Scene, text: str, *, nominal: bool) -> list[Mention]:
    named = scene.catalogue.named(text)
    if named:
        return named
    if pattern("hallucinate", scene.language).search(fold(text)):
        return []
    if forbidden := _forbidden(scene, text):
        return forbidden
    if speaks_first(text, scene.language) or re.match(r"\W*(?:\w+\s+)?\w+\s?=\s?\w", text):
        return []
    pieces = _pieces(text, scene.language)
    if len(pieces) > 1:
        found = [_shifted(scene, text, start, end, nominal) for start, end in pieces]
        kept = [mention for mention in found if mention]
        if len({mention.tool for mention in kept}) > 1:
            return kept
    mention = scene.catalogue.described(_bare(text, scene.language), nominal=_nominal(text, scene.language, nominal))
    return [mention] if mention else []


def _forbidden(scene: Scene, text: str) -> list[Mention]:
    """`must not write files or push`, `must not give a voucher`: writing tools by their own verb, or by a light one."""
    if not negated_in(text, scene.language):
        return []
    found = []
    for start, end in _pieces(text, scene.language):
        piece = cut("must", scene.language, cut("not", scene.language, text[start:end]))
        tool = scene.catalogue.writing(piece)
        if tool and _wholly(scene, piece, tool):
            found.append(Mention(tool, start, end, False))
    return found


def _wholly(scene: Scene, piece: str, tool: str) -> bool:
    """Whether every word of the piece is in the tool's own words, its verb or a light one among them."""
    light = pattern("light_verb", scene.language).search(fold(piece))
    said = content_stems(cut("light_verb", scene.language, piece))
    own = content_stems(f"{name_words(tool)} {scene.catalogue.tools[tool].description}")
    return bool(said) and said <= own and bool(light or content_stems(name_words(tool).split()[0]) & said)


def _written(scene: Scene, text: str, segment: Segment, part: Part) -> list[Mention]:
    """`before it files any claim`, `flag before send`: the one writing tool whose name has most of the words."""
    terse = len(text.split()) < 3 and len(segments_of(scene, part)) > 1
    if not (segment.aside or terse):
        return []
    tool = scene.catalogue.writing(text)
    return [Mention(tool, 0, len(text), False)] if tool else []


def _bare(text: str, language: str) -> str:
    """The text with quoted parts blanked: what somebody says is not what the agent does."""
    return re.sub(r"\"[^\"]*\"|「[^」]*」", lambda match: " " * len(match.group()), text)


def _pieces(text: str, language: str) -> list[tuple[int, int]]:
    found, begin = [], 0
    for match in pattern("coordination", language).finditer(fold(text)):
        found.append((begin, match.start()))
        begin = match.end()
    return [*found, (begin, len(text))]


def _shifted(scene: Scene, text: str, start: int, end: int, nominal: bool) -> Mention | None:
    piece = text[start:end]
    mention = scene.catalogue.described(piece, nominal=_nominal(piece, scene.language, nominal))
    return Mention(mention.tool, mention.start + start, mention.end + start, False) if mention else None


def _nominal(text: str, language: str, nominal: bool) -> bool:
    return nominal or bool(
        pattern("nominal", language).search(fold(text)) or pattern("calling", language).search(fold(text))
    )


def speaks_first(text: str, language: str) -> bool:
    """Whether the clause's verb is one of saying, which no tool does."""
    folded = fold(text)
    said = word_pattern("speech", language).search(folded)
    if said is None:
        return False
    acts = [concept.start for concept in concepts_in(text, language) if concept.act]
    if language == "ja":
        return bool(acts) is False or said.start() > max(acts)
    return not acts or said.start() <= min(acts)
