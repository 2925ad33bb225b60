"""A condition that follows what is asked for: its "not" denies the condition, and never the act before it."""

from optimize.adapters.models.offline.reading.actions import Action
from optimize.adapters.models.offline.reading.assertion import stated
from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern, phrase
from optimize.adapters.models.offline.reading.negation import negated_in
from optimize.adapters.models.offline.reading.profiles import content_stems
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


def condition_at(text: str, language: str) -> int | None:
    """Where the condition behind an act begins."""
    places = (match.start() for match in pattern("occasion", language).finditer(fold(text)))
    relative = pattern("relative_not", language).search(fold(text))
    when = next((at for at in places if at and opens(text[at:], language, "conditional")), None)
    return when if when is not None else relative.start() if relative else None


def as_meant(scene: Scene, action: Action) -> Action:
    """`register a query if the invoice does not match` asks for the query."""
    clause = scene.parts[action.part].clause
    at = condition_at(clause.text, scene.language)
    if not action.negated or at is None or action.start - clause.start >= at:
        return action
    act, condition = clause.text[:at], clause.text[at:]
    denied = negated_in(act, scene.language) or marks(act, scene.language, "refusing")
    return action if denied or not negated_in(condition, scene.language) else action._replace(negated=False)


def only_when_not(scene: Scene, part: Part) -> bool:
    """`and never if it matches`: bans what the clause before asks for, and names nothing itself."""
    at = condition_at(part.clause.text, scene.language)
    act = part.clause.text[:at] if at is not None else ""
    left = pattern("not", scene.language).sub(" ", fold(cut_lead(act, scene.language)))
    return negated_in(act, scene.language) and not content_stems(left)


def told_with(scene: Scene, part: Part, before: Part) -> str:
    """The ban together with the act that it bans."""
    first = stated(before.clause.text, scene.language, before.subject).rstrip(" .")
    second = cut_lead(part.clause.text, scene.language).strip(" .")
    return phrase(scene.language, "joined_and", first=first, second=second)
