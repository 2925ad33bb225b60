"""`After B the agent must not call A`: a call that is ruled out only behind another one."""

from optimize.adapters.models.offline.reading.catalogue import Mention
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern, word_pattern
from optimize.adapters.models.offline.reading.mentions import mentions_in
from optimize.adapters.models.offline.reading.negation import negated_in, parted
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

_LEAD = 5
"""Characters that an "and" or a "but" may take before the order word that opens a clause."""


def banned_afterwards(scene: Scene, part: Part) -> bool:
    """Whether the part forbids a call behind another one, which no check of calls can say."""
    text, language = part.clause.text, scene.language
    word = pattern("after", language).search(fold(text))
    if word is None or part.role is not Role.MUST or is_cjk(text):
        return False
    if parted(text, language) or marks(text, language, "before_word"):
        return False
    if word.start() > _LEAD:
        banned = _meant(scene, text[: word.start()])
        behind = scene.catalogue.named(text[word.end() :])
        return bool(behind) and _bans(scene, text[: word.start()]) and not _asked_for(scene, part, banned)
    agent = word_pattern("agent", language).search(fold(text))
    first = scene.catalogue.named(text)[:1]
    place = agent.start() if agent else first[0].end if first else 0
    return bool(_meant(scene, text[word.end() : place])) and _bans(scene, text[place:])


def with_bans_afterwards(scene: Scene) -> list[Part]:
    """The parts where `after B` stands with the ban behind it."""
    found: list[Part] = []
    for part in scene.parts:
        before = found[-1] if found else None
        if before and before.clause.sentence == part.clause.sentence:
            text = scene.text[before.clause.start : part.clause.end]
            whole = part._replace(clause=before.clause._replace(text=text, end=part.clause.end))
            if opens(before.clause.text, scene.language, "after") and banned_afterwards(scene, whole):
                found[-1] = whole
                continue
        found.append(part)
    return found


def _asked_for(scene: Scene, part: Part, banned: list[Mention]) -> bool:
    """`call A first and never A after B`: what is asked for and only ruled out later is in order."""
    others = [other.clause.text for other in scene.of(Role.MUST) if other.clause.start != part.clause.start]
    asked = {mention.tool for text in others for mention in scene.catalogue.named(text)}
    return any(mention.tool in asked for mention in banned)


def _bans(scene: Scene, text: str) -> bool:
    return negated_in(text, scene.language) and bool(_meant(scene, text))


def _meant(scene: Scene, text: str) -> list[Mention]:
    return mentions_in(scene, text, nominal=True) if text.strip() else []
