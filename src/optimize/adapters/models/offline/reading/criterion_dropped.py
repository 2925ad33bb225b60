"""`remove the last condition`: one criterion of the draft that was spoken of last goes, and the draft stays."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.back import whole
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import parts_of, table
from optimize.adapters.models.offline.reading.outcome import Outcome, one, plan_of
from optimize.adapters.models.offline.reading.parts_dropped import says_kind
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.questions import ask_which_criterion
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.who_meant import placed_or_named


def criterion_dropped(text: str, language: str, context: Context) -> Plan | None:
    """None if nothing is taken out, or it is not of the draft in hand: of none, or of one that the message names."""
    draft = context.test(context.last_draft or "")
    folded = fold(text).strip(" .!。！")
    match = whole("drops_here", language, folded)
    if match is None or draft is None or draft.state != "draft" or not draft.criteria or tests_named(text, context):
        return None
    said = parts_of(match)
    place, what = said.get("place", ""), said.get("what", "").strip()
    if (not place and not what) or placed_or_named(what, language, context):
        return None
    outcome = _without(_meant(place, what, draft), draft, language)
    return plan_of(outcome, language, "edit")


def _without(places: list[JsonValue], draft: KnownTest, language: str) -> Outcome:
    if len(places) == 1:
        return one("revise_draft", test=draft.id, remove_criteria=places)
    return ask_which_criterion(draft, language)


def _meant(place: str, what: str, draft: KnownTest) -> list[JsonValue]:
    """The positions of the criteria that stand there, or that speak of it."""
    count = len(draft.criteria)
    if place:
        at = table("places")[place]
        return [at % count] if -count <= at < count else []
    kinds = [kind for kind, words in table("back")["kind_words"].items() if says_kind(words, what)]
    return [at for at, told in enumerate(draft.criteria) if what in fold(told) or told.split("(")[0] in kinds]
