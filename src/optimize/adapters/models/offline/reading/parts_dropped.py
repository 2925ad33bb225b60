"""`drop the time limit from the German one`: a criterion goes, and the test that it is taken from stays."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.back import whole
from optimize.adapters.models.offline.reading.changes import changes_in
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import marks, spans, table
from optimize.adapters.models.offline.reading.outcome import Outcome, one, plan_of
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.questions import ask_which_criterion
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.refusals import refuse_edit
from optimize.adapters.models.offline.reading.who_meant import placed_or_named

_SHORT, _FEW_SIGNS = 5, 10


def part_dropped(text: str, language: str, context: Context) -> Plan | None:
    """None if nothing is taken out of a test, or it is not known of which."""
    match = whole("drops_part", language, fold(text).strip(" .!。！"))
    if match is None:
        return None
    bare = text.strip(" .!。！")
    places = spans(match)
    what, who = bare[slice(*places["what"])], bare[slice(*places["who"])]
    test = placed_or_named(who, language, context)
    if test is None or tests_named(what, context) or marks(what, language, "draft_word", "only_it"):
        return None
    if len(what) > _FEW_SIGNS if is_cjk(what) else len(what.split()) > _SHORT:
        return None
    outcome = _without(bare[: places["what"][1]], what, language, context, test)
    return plan_of(outcome, language, "edit")


def _without(order: str, what: str, language: str, context: Context, test: KnownTest) -> Outcome:
    if test.state != "draft":
        return refuse_edit(test, language)
    kinds = [kind for kind, words in table("back")["kind_words"].items() if says_kind(words, what)]
    fitting: list[JsonValue] = [at for at, told in enumerate(test.criteria) if told.split("(")[0] in kinds]
    if len(fitting) == 1:
        return one("revise_draft", test=test.id, remove_criteria=fitting)
    changed = changes_in(order, language, context, test).arguments
    removed = {field: changed[field] for field in ("remove_criteria", "remove_simulated_user") if changed.get(field)}
    return one("revise_draft", test=test.id, **removed) if removed else ask_which_criterion(test, language)


def says_kind(words: str, what: str) -> bool:
    """Whether it speaks of the kind of criterion that these words stand for."""
    edge = "" if is_cjk(what) else r"\b"
    return re.search(f"{edge}(?:{words}){edge}", fold(what)) is not None
