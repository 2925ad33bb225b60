"""`no simulated user after all`, `let a hurried student play the customer`: who talks to the agent in a draft."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.back import whole
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import marks, phrase, spans
from optimize.adapters.models.offline.reading.outcome import Outcome, one, plan_of
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.refusals import refuse_edit
from optimize.adapters.models.offline.reading.scene import scene_of
from optimize.adapters.models.offline.reading.settings import settings_in
from optimize.adapters.models.offline.reading.talk import simulated_user

_EDGES = " ,.;:!。，、！"


def talk_changed(text: str, language: str, context: Context) -> Plan | None:
    """None for any other message, and where there is no draft that it can be about."""
    named = tests_named(text, context)
    test = named[0] if len(named) == 1 else context.test(context.last_draft or "")
    if test is None or len(named) > 1:
        return None
    bare = re.sub(re.escape(test.id), "", text) if named else text
    bare = bare.strip(_EDGES)
    outcome = _dropped(bare, language, test) or _played(bare, language, context, test)
    if outcome is None:
        return None
    outcome = outcome if test.state == "draft" else refuse_edit(test, language)
    return plan_of(outcome, language, "edit")


def _dropped(text: str, language: str, test: KnownTest) -> Outcome | None:
    if whole("no_talk", language, fold(text)):
        return one("revise_draft", test=test.id, remove_simulated_user=True)
    return None


def _played(text: str, language: str, context: Context, test: KnownTest) -> Outcome | None:
    """The persona in the person's own words; how many turns is a setting."""
    settings = settings_in(text, language)
    rest = settings.rest.strip(_EDGES)
    match = whole("plays", language, fold(rest))
    if match is None or marks(rest, language, "must"):
        return None
    places = spans(match)
    told = [rest[slice(*places[part])].strip(_EDGES) for part in ("who", "more") if part in places]
    persona = phrase(language, "persona", traits=("" if is_cjk(rest) else " ").join(told))
    user: dict[str, JsonValue] = simulated_user(
        scene_of(test.situation, language, context), test.situation, settings.turns
    )
    return one("revise_draft", test=test.id, simulated_user=user | {"persona": persona}, runs=settings.runs)
