"""Which tools a piece of a clause means: by name, by their own verbs, or by what is done to what."""

import re

from optimize.adapters.models.offline.reading.catalogue import Mention
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import cut, pattern, word_pattern
from optimize.adapters.models.offline.reading.negation import negated_in
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.scene import Scene

_SUBJECT = 12
"""How far into a clause its subject begins."""


def mentions_in(scene: Scene, text: str, *, nominal: bool) -> list[Mention]:
    """The tools of the text in reading order; `nominal`: a thing alone may mean one."""
    named = scene.catalogue.named(text)
    if named:
        return named
    if pattern("hallucinate", scene.language).search(fold(text)):
        return _beside_inventing(scene, text, nominal=nominal)
    if forbidden := _forbidden(scene, text):
        return forbidden
    if _only_speaks(scene, text) or re.match(r"\W*(?:\w+\s+)?\w+\s?=\s?\w", text):
        return []
    pieces = _pieces(text, scene.language)
    if len(pieces) > 1:
        found = [_of_piece(scene, text, pieces, place, nominal) for place in range(len(pieces))]
        kept = [mention for mention in found if mention]
        if len({mention.tool for mention in kept}) > 1:
            return kept
    mention = scene.catalogue.described(_bare(text, scene.language), nominal=_nominal(text, scene.language, nominal))
    return [mention] if mention else []


def _only_speaks(scene: Scene, text: str) -> bool:
    """Whether the verb is one of saying; `avisar al reclutador` is an act as well, for whoever has a tool for it."""
    if not speaks_first(text, scene.language) or scene.language == "en":
        return speaks_first(text, scene.language)
    said = word_pattern("speech", scene.language).search(fold(text))
    acts = {concept.start for concept in concepts_in(text, scene.language) if concept.act}
    return said is None or said.start() not in acts


def _beside_inventing(scene: Scene, text: str, *, nominal: bool) -> list[Mention]:
    """`without inventing or booking one`: the pieces that speak of something else than making things up."""
    pieces = _pieces(text, scene.language)
    invents = pattern("hallucinate", scene.language)
    others = [(start, end) for start, end in pieces if not invents.search(fold(text[start:end]))]
    if len(others) == len(pieces) or not negated_in(text, scene.language):
        return []
    found = [_shifted(scene, text, start, end, nominal) for start, end in others if end - start > 3]
    return [mention for mention in found if mention]


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
    named = said <= content_stems(name_words(tool))
    return bool(said) and said <= own and bool(light or named or content_stems(name_words(tool).split()[0]) & said)


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


def _of_piece(scene: Scene, text: str, pieces: list[tuple[int, int]], place: int, nominal: bool) -> Mention | None:
    """The tool of one piece; `read the order and the invoice`: a thing alone has the verb of its neighbour."""
    start, end = pieces[place]
    if _acts(scene, text[start:end]) or not (content_stems(text[start:end]) or is_cjk(text[start:end])):
        return _shifted(scene, text, start, end, nominal)
    earlier = [text[begin:stop] for begin, stop in reversed(pieces[:place])]
    later = [text[begin:stop] for begin, stop in pieces[place + 1 :]]
    verb = next((said for piece in (*earlier, *later) if (said := _acts(scene, piece))), "")
    mention = scene.catalogue.described(f"{verb} {text[start:end]}") if verb else None
    whole = mention and _shares_thing(scene, mention.tool, text[start:end])
    return Mention(mention.tool, start, end, False) if mention and whole else _shifted(scene, text, start, end, nominal)


def _acts(scene: Scene, piece: str) -> str:
    """The verb of a piece of text, as it is written; `the order` is a thing, and so is `the purchase order`."""
    thing = pattern("article_before", scene.language)
    found = [concept for concept in concepts_in(piece, scene.language) if concept.act]
    nouns = {act.end for act in found if thing.search(fold(piece[: act.start]))}
    acts = [act for act in found if not thing.search(fold(piece[: act.start])) and act.start - 1 not in nouns]
    return piece[acts[0].start : acts[0].end] if acts else ""


def _shares_thing(scene: Scene, tool: str, piece: str) -> bool:
    """Whether the piece names the thing in a tool's own name, so that it means another call than its neighbour."""
    name = name_words(tool)
    things = {concept.name for concept in concepts_in(name, "en") if not concept.act}
    said = {concept.name for concept in concepts_in(piece, scene.language) if not concept.act}
    return bool(things & said or content_stems(name) & content_stems(piece))


def _nominal(text: str, language: str, nominal: bool) -> bool:
    return nominal or bool(
        pattern("nominal", language).search(fold(text)) or pattern("calling", language).search(fold(text))
    )


def _noun(text: str, match: re.Match[str], language: str) -> bool:
    """`keinen Claim`, `the claim`: a noun that is a verb elsewhere; `the answer` is what the agent says."""
    if match.start() < _SUBJECT and word_pattern("answer", language).fullmatch(match.group()):
        return False
    capital = language == "de" and match.start() > 0 and text[match.start()].isupper()
    return capital or bool(pattern("article_before", language).search(fold(text[: match.start()])))


def speaks_first(text: str, language: str) -> bool:
    """Whether the clause's verb is one of saying, which no tool does."""
    folded = fold(text)
    matches = word_pattern("speech", language).finditer(folded)
    said = next((match for match in matches if not _noun(text, match, language)), None)
    if said is None:
        return False
    acts = [concept.start for concept in concepts_in(text, language) if concept.act]
    if language == "ja":
        return bool(acts) is False or said.start() > max(acts)
    return not acts or said.start() <= min(acts)
