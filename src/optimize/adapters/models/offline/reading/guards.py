"""Calls that are only allowed under a condition: `never B unless A`, `no B without A`, `B only if A`.

A condition that is a call puts the two calls in order. Any other one is for a judge, in the words of the author.
"""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.catalogue import Mention
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, word_pattern
from optimize.adapters.models.offline.reading.mentions import mentions_in, speaks_first
from optimize.adapters.models.offline.reading.negation import negated_in, parted
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.quantities import bounds_a_number
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.subjects import subject_of
from optimize.adapters.models.offline.reading.telling import unexplained

_COPULA = re.compile(
    r"(?:(?:the|an?|its?|their|der|die|das|es|le|la|il|elle|el|los|las)\b|l') ?(?:[\w-]+ ){0,2}?"
    r"(?:is|are|was|were|isn't|aren't|ist|sind|war|est|sont|esta|estan|es|son) (?:[\w-]+ ){0,2}[\w-]+"
)


class Guard(NamedTuple):
    """`main`: the call that is guarded, `first`: the call that must come before; places are those of the whole text.

    `may`: the guarded call is only allowed, not asked for. `more`: the condition says something that is no call.
    `always`: what is guarded is answering at all, so that the first call is always due.
    `also`: the other calls that must come before, as in `only after A and B`.
    """

    main: Mention | None
    first: Mention | None
    may: bool
    more: bool
    always: bool
    also: tuple[Mention, ...] = ()
    beside: tuple[Mention, ...] = ()
    """The other calls that are guarded, as in `neither A nor B unless C`."""

    @property
    def mains(self) -> tuple[Mention, ...]:
        """Every call that is guarded."""
        return (self.main, *self.beside) if self.main else ()

    @property
    def firsts(self) -> tuple[Mention, ...]:
        """Every call that must come before."""
        return (self.first, *self.also) if self.first else ()

    @property
    def judged(self) -> bool:
        """Whether something is said that no check of calls can see."""
        return self.more or not (self.first and (self.main or self.always))


def guard_of(scene: Scene, part: Part) -> Guard | None:
    """The guard that a requirement states, or None."""
    found = parted(part.clause.text, scene.language) if part.role is Role.MUST else None
    if found is None:
        return None
    text, offset, language = part.clause.text, part.clause.start, scene.language
    act, condition = text[slice(*found.act)], text[slice(*found.condition)]
    main = _main(scene, act)
    before = [_moved(mention, offset + found.condition[0]) for mention in _firsts(scene, condition, text)]
    before = [mention for mention in before if not (main and mention.tool == main.tool)]
    first = before[0] if before else None
    if found.until and not (first and main):
        return None
    return Guard(
        main and _moved(main, offset + found.act[0]),
        first,
        may=negated_in(act, language) or (marks(act, language, "may") and not marks(act, language, "duty")),
        more=first is not None and (_says_more(scene, condition) or _narrowed(scene, main, act, first, condition)),
        always=main is None and marks(act, language, "answers_at_all"),
        also=tuple(before[1:]),
        beside=_beside(scene, act, offset + found.act[0], {mention.tool for mention in (*before, main) if mention}),
    )


def _beside(scene: Scene, act: str, offset: int, known: set[str]) -> tuple[Mention, ...]:
    """The tools that the act names besides."""
    return tuple(_moved(mention, offset) for mention in scene.catalogue.named(act) if mention.tool not in known)


def _moved(mention: Mention, offset: int) -> Mention:
    return mention._replace(start=mention.start + offset, end=mention.end + offset)


def _main(scene: Scene, act: str) -> Mention | None:
    return next(iter(mentions_in(scene, act, nominal=True)), None)


def _firsts(scene: Scene, condition: str, whole: str) -> list[Mention]:
    """The calls that the condition means, all of them; none if one of several is enough, which no order can say."""
    found = {mention.tool: mention for mention in mentions_in(scene, condition, nominal=True)}
    one_of_them = marks(condition, scene.language, "either") and len(found) > 1
    first = None if one_of_them else _first(scene, condition, whole)
    if first is None:
        return []
    together = len(found) > 1 and not _says_more(scene, condition)
    return list(found.values()) if together and first.tool in found else [first]


def _first(scene: Scene, condition: str, whole: str) -> Mention | None:
    """The call that the condition means; what the user does or what is said is none."""
    named = scene.catalogue.named(condition)
    if named:
        return named[0]
    folded = fold(condition)
    acts = subject_of(folded, scene.language) == "user" and not marks(folded, scene.language, "passive", "was_done")
    if (acts and not _is_the_agent(scene, condition, whole)) or speaks_first(condition, scene.language):
        return None
    if _is_state(scene, condition):
        return None
    catalogue = scene.catalogue
    found = catalogue.called_after(condition) or catalogue.described(condition, nominal=True)
    found = found or _of_antecedent(scene, condition, whole) or _one_of_two(scene, condition)
    agreed = marks(condition, scene.language, "consent")
    return found if found and (not agreed or _by_name(found, condition)) else None


def _is_state(scene: Scene, condition: str) -> bool:
    """`the parcel is lost`: how a thing is, and nothing that is done to it."""
    is_so = _COPULA.match(fold(condition).strip())
    return bool(is_so) and not any(concept.act for concept in concepts_in(condition, scene.language))


def _is_the_agent(scene: Scene, condition: str, whole: str) -> bool:
    """`bevor er es gelesen hat, darf der Agent …`: a pronoun ahead of the one it stands for."""
    pronoun = word_pattern("user_pronoun", scene.language).match(fold(condition).lstrip())
    behind = fold(whole[whole.find(condition) + len(condition) :])
    return bool(pronoun and word_pattern("agent", scene.language).search(behind))


def _one_of_two(scene: Scene, condition: str) -> Mention | None:
    """`it has compared A and read B`: no one call stands out, since there are several."""
    found = mentions_in(scene, condition, nominal=True)
    return found[0] if len(found) > 1 and marks(condition, scene.language, "done_by_it") else None


def _by_name(mention: Mention, text: str) -> bool:
    return bool(content_stems(name_words(mention.tool)) & content_stems(text))


def _of_antecedent(scene: Scene, condition: str, whole: str) -> Mention | None:
    """`an absence for a student it has not looked up`: the thing stands before the condition."""
    if len(condition.split()) > 3:
        return None
    before = whole[: whole.find(condition)].split()[-6:]
    mention = scene.catalogue.described(f"{condition} {' '.join(before)}")
    return mention._replace(start=0, end=len(condition)) if mention else None


def _narrowed(scene: Scene, main: Mention | None, act: str, first: Mention, condition: str) -> bool:
    """`a valid prescription`, `never reserve ibuprofen`: more than that one call comes before the other.

    So it is with `never transfer more than 1000 without A`: smaller sums may go without A.
    """
    if marks(condition, scene.language, "qualified") or bounds_a_number(act, scene.language):
        return True
    thing = re.search(r"[a-z]{4,}(?=\W*$)", fold(act))
    if scene.language != "en" or main is None or main.named or thing is None or not negated_in(act, scene.language):
        return False
    values = [entity.text for entity in scene.entities if entity.kind != "word"]
    left = unexplained(scene, act, [main.tool, first.tool], values)
    return bool(content_stems(thing[0]) & left) and not marks(thing[0], scene.language, "anything")


def _says_more(scene: Scene, condition: str) -> bool:
    """`unless A was called and the customer agreed`: a second condition beside the call."""
    pieces = pattern("coordination", scene.language).split(fold(condition))
    return len(pieces) > 1 and any(
        subject_of(piece, scene.language) == "user" or marks(piece, scene.language, "consent") for piece in pieces
    )
