"""What a message changes about a test: settings, criteria to add or remove, the first message, the simulated user."""

import re
from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.criteria import criteria_of
from optimize.adapters.models.offline.reading.doubts import steers_the_judge
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, parts_of, pattern, spans, table
from optimize.adapters.models.offline.reading.outcome import Outcome
from optimize.adapters.models.offline.reading.profiles import content_stems
from optimize.adapters.models.offline.reading.questions import ask_what_is_meant, ask_which_tool
from optimize.adapters.models.offline.reading.refusals import refuse_setting, refuse_steering
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.scene import Scene, scene_of
from optimize.adapters.models.offline.reading.settings import is_judged, refusal, settings_in
from optimize.adapters.models.offline.reading.talk import simulated_user


class Changes(NamedTuple):
    """The fields of revise_draft that the message gives, the reason if one follows, or why it cannot be."""

    arguments: dict[str, JsonValue]
    reason: str | None = None
    refused: Outcome | None = None


def changes_in(text: str, language: str, context: Context, test: KnownTest) -> Changes:
    if steers_the_judge(text, language):
        return Changes({}, refused=refuse_steering(context, language))
    text, reason = _without_reason(text, language)
    settings = settings_in(text, language)
    judged = any(is_judged(criterion.split("(")[0]) for criterion in test.criteria)
    check = refusal(settings._replace(runs=settings.runs or test.runs), judged=judged)
    if check and (settings.runs or settings.threshold):
        return Changes({}, refused=refuse_setting(settings._replace(runs=settings.runs or test.runs), check, language))
    found: dict[str, JsonValue] = {}
    if settings.runs:
        found["runs"] = settings.runs
    if settings.threshold:
        found["threshold"] = settings.threshold
    found |= _wording(settings.rest, language)
    found |= _removed(settings.rest, language, test)
    rest = _rest(settings.rest, language, test)
    if not {"situation", "name", "remove_criteria", "remove_simulated_user"} & set(found) and not _only_talk(
        rest, language
    ):
        added, refused = _added(rest, language, context)
        if refused and not found:
            return Changes({}, refused=refused)
        found |= added
    wanted = pattern("sim", language).search(fold(text)) and not found.get("remove_simulated_user")
    if settings.turns or wanted:
        found["simulated_user"] = simulated_user(
            scene_of(rest or test.situation, language, context), text, settings.turns
        )
    return Changes(found, reason)


def _without_reason(text: str, language: str) -> tuple[str, str | None]:
    """A reason that is called one, at the end of the message."""
    match = pattern("named_reason", language).search(fold(text))
    if match is None:
        return text, None
    start, end = spans(match)["why"]
    return text[: match.start()].rstrip(" ,.;"), text[start:end].strip(" .,;")


def _wording(text: str, language: str) -> dict[str, JsonValue]:
    """A new first message or a new name, given in quotes or behind a colon."""
    for field, kind in (("situation", "new_situation"), ("name", "new_name")):
        match = pattern(kind, language).search(fold(text))
        if match:
            start, end = spans(match)["new"]
            return {field: text[start:end].strip(" \"'.")}
    return {}


def _removed(text: str, language: str, test: KnownTest) -> dict[str, JsonValue]:
    folded = fold(text)
    if not pattern("removing", language).search(folded):
        return {}
    if pattern("sim", language).search(folded):
        return {"remove_simulated_user": True}
    place = pattern("criterion_nth", language).search(folded)
    if place:
        position = table("places").get(parts_of(place)["nth"], 0)
        position = position if position >= 0 else len(test.criteria) + position
        return {"remove_criteria": [position]}
    said = content_stems(text.replace("_", " "))
    shared = [len(said & content_stems(_spaced(criterion))) for criterion in test.criteria]
    best = max(shared, default=0)
    return {"remove_criteria": [shared.index(best)]} if best else {}


def _only_talk(rest: str, language: str) -> bool:
    """Whether the change only asks for a simulated user."""
    bare = cut("sim_words", language, rest)
    return bool(pattern("sim", language).search(fold(rest))) and len(bare.split()) < 4


def _spaced(criterion: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_()]", " ", criterion)


def _rest(text: str, language: str, test: KnownTest) -> str:
    """The message without the test's own id and without the words that only say that something is added."""
    text = re.sub(rf"(?<!\w){re.escape(test.id)}(?!\w)\s*[:,]?", " ", text)
    return cut("adding", language, text).strip(" ,.:;")


def _added(text: str, language: str, context: Context) -> tuple[dict[str, JsonValue], Outcome | None]:
    if len(text) < 4:
        return {}, None
    scene = scene_of(text, language, context)
    built = criteria_of(_obliging(scene))
    if built.unknown:
        return {}, ask_which_tool(scene, built.unknown)
    if built.criteria:
        return {"add_criteria": list(built.criteria)}, None
    return {}, ask_what_is_meant(scene, built.vague, text) if built.vague else None


def _obliging(scene: Scene) -> Scene:
    """In a change, a clause about nobody is about the agent."""
    parts = [
        part._replace(role=Role.MUST) if part.subject in ("", "verb") and part.role is not Role.FACT else part
        for part in scene.parts
    ]
    return Scene(scene.text, scene.language, scene.context, scene.catalogue, parts, scene.entities, scene.year)
