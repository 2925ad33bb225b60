"""`remove the last condition`: one criterion of the draft that was spoken of last goes, and the draft stays."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.back import back
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import parts_of, table
from optimize.adapters.models.offline.reading.outcome import Outcome, one
from optimize.adapters.models.offline.reading.parts_dropped import says_kind
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.questions import ask_which_criterion
from optimize.adapters.models.offline.reading.references import tests_named

_LAST = ("last", "final", "letzt", "dernier", "ultim", "最后", "最後")
_PLACES = (
    ("first", "1", "erst", "premier", "primer", "第一", "第1", "最初", "一番"),
    ("second", "2", "zweit", "deuxieme", "segund", "第二", "第2", "二番"),
    ("third", "3", "dritt", "troisieme", "tercer", "第三", "第3", "三番"),
    ("fourth", "4", "viert", "quatrieme", "cuart", "第四", "第4", "四番"),
)


def criterion_dropped(text: str, language: str, context: Context) -> Plan | None:
    """None if nothing is taken out, or there is no draft that it can be taken out of."""
    draft = context.test(context.last_draft or "")
    folded = fold(text).strip(" .!。！")
    match = next(filter(None, (one.fullmatch(folded) for one in back("drops_here", language))), None)
    if match is None or draft is None or draft.state != "draft" or not draft.criteria or tests_named(text, context):
        return None
    said = parts_of(match)
    place, what = said.get("place", ""), said.get("what", "").strip()
    if not place and not what:
        return None
    outcome = _without(_meant(place, what, draft), draft, language)
    return Plan(language=language, intent="edit", calls=tuple(outcome.calls), remarks=tuple(outcome.remarks))


def _without(places: list[JsonValue], draft: KnownTest, language: str) -> Outcome:
    if len(places) == 1:
        return one("revise_draft", test=draft.id, remove_criteria=places)
    return ask_which_criterion(draft, language)


def _meant(place: str, what: str, draft: KnownTest) -> list[JsonValue]:
    """The positions of the criteria that stand there, or that speak of it."""
    count = len(draft.criteria)
    if place.startswith(_LAST):
        return [count - 1]
    if place:
        return [at for at, words in enumerate(_PLACES) if place.startswith(words) and at < count]
    kinds = [kind for kind, words in table("back")["kind_words"].items() if says_kind(words, what)]
    return [at for at, told in enumerate(draft.criteria) if what in fold(told) or told.split("(")[0] in kinds]
