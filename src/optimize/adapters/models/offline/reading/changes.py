"""What a message changes about a test: settings, criteria to add or remove, the first message, the simulated user."""

import re
from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.checked import checked
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.criteria import criteria_of
from optimize.adapters.models.offline.reading.doubts import is_vague, steers_the_judge
from optimize.adapters.models.offline.reading.entities import entities_in
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.hollow import ask_what_then, without_hollow
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.lexicon import (
    cut,
    marks,
    opens,
    parts_of,
    pattern,
    phrase,
    spans,
    table,
    word_pattern,
)
from optimize.adapters.models.offline.reading.outcome import Outcome, remark
from optimize.adapters.models.offline.reading.profiles import content_stems
from optimize.adapters.models.offline.reading.questions import (
    ask_both_ways,
    ask_what_is_meant,
    ask_which_criterion,
    ask_which_tool,
)
from optimize.adapters.models.offline.reading.refusals import refuse_setting, refuse_steering
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene, scene_of
from optimize.adapters.models.offline.reading.settings import Settings, is_judged, refusal, settings_in
from optimize.adapters.models.offline.reading.superseded import in_place, undecided, without_instead
from optimize.adapters.models.offline.reading.talk import simulated_user
from optimize.domain.acceptance_test import CODE_RUNS, JUDGED_RUNS

_CALL = re.compile(r"(?:invokesTool|doesNotInvokeTool|toolParametersContain)\((?P<tool>\w+)")
_VERBS = ("verbs", "speech", "act_start", "thirds")


class Changes(NamedTuple):
    """The fields of revise_draft that the message gives, the reason if one follows, or why it cannot be."""

    arguments: dict[str, JsonValue]
    reason: str | None = None
    refused: Outcome | None = None


def changes_in(text: str, language: str, context: Context, test: KnownTest) -> Changes:
    if steers_the_judge(text, language):
        return Changes({}, refused=refuse_steering(context, language))
    text, reason = _without_reason(_named_tool(text, language, test), language)
    text, instead = without_instead(text, language)
    settings = _with_percent(settings_in(text, language), language)
    judged = any(is_judged(criterion.split("(")[0]) for criterion in test.criteria)
    wanted = settings._replace(runs=test.runs if settings.runs is None else settings.runs)
    check = refusal(wanted, judged=judged)
    if check and (settings.runs is not None or settings.threshold is not None):
        return Changes({}, refused=refuse_setting(wanted, check, language))
    found: dict[str, JsonValue] = {}
    if settings.runs:
        found["runs"] = settings.runs
    if settings.threshold:
        found["threshold"] = settings.threshold
    found |= _wording(settings.rest, language, test) or _revalued(settings.rest, language, context, test)
    found |= _removed(settings.rest, language, test)
    if not found and _removes(settings.rest, language):
        which = marks(settings.rest, language, "criterion_word")
        return Changes({}, refused=ask_which_criterion(test, language) if which else None)
    rest = _rest(cut("vague_change", language, settings.rest), language, test)
    complete = {"situation", "name", "remove_criteria", "remove_simulated_user"} & set(found)
    if not complete and not _only_talk(rest, language) and not (found and _little(rest)):
        added, refused = _new(*_added(rest, language, context, test), test, language)
        refused = refused if refused and not found else _impossible(added, settings, language, test)
        if refused := refused or undecided(added, test, language, instead=instead):
            return Changes({}, refused=refused)
        found |= in_place(added, test, instead=instead)
        if _judges(added) and "runs" not in found and test.runs == CODE_RUNS:
            found["runs"] = JUDGED_RUNS
    talk = pattern("sim", language).search(fold(text)) and not found.get("remove_simulated_user")
    if settings.turns or talk:
        found["simulated_user"] = simulated_user(
            scene_of(rest or test.situation, language, context), text, settings.turns
        )
    return Changes(found, reason)


def _named_tool(text: str, language: str, test: KnownTest) -> str:
    """`it must be called at most 3 times`: "it" is the one tool that the test is about."""
    tools = {found["tool"] for one in test.criteria if (found := _CALL.match(one))}
    match = pattern("tool_meant", language).search(fold(text)) if len(tools) == 1 else None
    if match is None:
        return text
    start, end = spans(match)["it"]
    return f"{text[:start]}{tools.pop()}{text[end:]}"


def _new(
    added: dict[str, JsonValue], refused: Outcome | None, test: KnownTest, language: str
) -> tuple[dict[str, JsonValue], Outcome | None]:
    """Without the criteria on calls that the test has already; if nothing is left, that is said."""
    listed = added.get("add_criteria")
    if not isinstance(listed, list):
        return added, refused
    fresh = [one for one in listed if not (isinstance(one, dict) and _summary(one) in test.criteria)]
    if fresh:
        return {"add_criteria": fresh}, refused
    return {}, Outcome([], [remark(language, "already_there", name=test.name)])


def _summary(criterion: dict[str, JsonValue]) -> str:
    """A bare criterion on calls as the context tells it; empty for one with more to it."""
    if set(criterion) - {"kind", "tool", "before"} or criterion["kind"] not in ("invokesTool", "doesNotInvokeTool"):
        return ""
    return f"{criterion['kind']}({', '.join(str(criterion[key]) for key in ('tool', 'before') if criterion.get(key))})"


def _with_percent(settings: Settings, language: str) -> Settings:
    """`20 runs and 80 %`: beside a number of runs, a bare percentage is the threshold."""
    match = pattern("percent_setting", language).search(fold(settings.rest))
    if settings.threshold is not None or settings.runs is None or match is None:
        return settings
    share = float(parts_of(match)["t"].replace(",", ".")) / 100
    rest = f"{settings.rest[: match.start()]} {settings.rest[match.end() :]}".strip()
    return settings._replace(threshold=round(share, 6), rest=rest)


def _little(rest: str) -> bool:
    """Whether what is left beside the settings is too short to be a criterion."""
    return len(rest) < 8 if is_cjk(rest) else len(rest.split()) < 4


def _impossible(added: dict[str, JsonValue], settings: Settings, language: str, test: KnownTest) -> Outcome | None:
    """A judged criterion beside a number of runs that is too small for one to pass. One run is only the default."""
    runs = settings.runs or test.runs
    if not _judges(added) or (runs == CODE_RUNS and settings.runs is None):
        return None
    wanted = settings._replace(runs=runs, threshold=settings.threshold or test.threshold)
    check = refusal(wanted, judged=True)
    return refuse_setting(wanted, check, language) if check else None


def _judges(added: dict[str, JsonValue]) -> bool:
    criteria = added.get("add_criteria")
    return isinstance(criteria, list) and any(is_judged(str(c["kind"])) for c in criteria if isinstance(c, dict))


def _revalued(text: str, language: str, context: Context, test: KnownTest) -> dict[str, JsonValue]:
    """`use INV-1004`: the first message about another thing of the same kind."""
    if not pattern("use_value", language).search(fold(text)):
        return {}
    labels = {known.id for known in context.tests} | {known.name.split(" ")[0] for known in context.tests}
    tools = " ".join(tool.name for tool in context.agent.tools)
    new = [e for e in entities_in(text, language) if e.kind in ("id", "code") and e.value not in labels]
    old = [e for e in entities_in(test.situation, language) if e.kind in ("id", "code")]
    if len(new) != 1 or new[0].value in tools:
        return {}
    if not old:
        about = phrase(language_of(test.situation, language), "about_id", ids=new[0].value)
        return {"situation": f"{test.situation} {about}"} if test.situation else {}
    return {"situation": test.situation.replace(old[0].text, new[0].text)}


def _without_reason(text: str, language: str) -> tuple[str, str | None]:
    """A reason that is called one, at the end of the message."""
    match = pattern("named_reason", language).search(fold(text))
    if match is None:
        return text, None
    start, end = spans(match)["why"]
    return text[: match.start()].rstrip(" ,.;"), text[start:end].strip(" .,;")


def _wording(text: str, language: str, test: KnownTest) -> dict[str, JsonValue]:
    """A new first message or a new name, given in quotes or behind a colon."""
    for field, kind in (("situation", "new_situation"), ("name", "new_name")):
        if kind == "new_name":
            text = re.sub(r"\s+", " ", _unnamed(_unnamed(text, test.name, 1), test.id, 1))
        match = pattern(kind, language).search(fold(text))
        if match:
            start, end = spans(match)["new"]
            return {field: text[start:end].strip(" \"'.「」“”")}
    return {}


def _removed(text: str, language: str, test: KnownTest) -> dict[str, JsonValue]:
    folded = fold(text)
    if not pattern("removing", language).search(folded) or pattern("must", language).search(folded):
        return {}
    if pattern("sim", language).search(folded):
        return {"remove_simulated_user": True}
    place = pattern("criterion_nth", language).search(folded)
    if place:
        nth = parts_of(place)["nth"]
        position = int(nth) - 1 if nth.isdigit() else table("places").get(nth, 0)
        position = position if position >= 0 else len(test.criteria) + position
        return {"remove_criteria": [position]} if position < max(len(test.criteria), 1) else {}
    said = content_stems(text.replace("_", " "))
    shared = [len(said & content_stems(_spaced(criterion))) for criterion in test.criteria]
    best = max(shared, default=0)
    return {"remove_criteria": [shared.index(best)]} if best and shared.count(best) == 1 else {}


def _removes(text: str, language: str) -> bool:
    """Whether the message orders something to be removed."""
    bare = cut("polite", language, text)
    return all(opens(bare, language, kind) for kind in ("order", "removing")) and not marks(text, language, "must")


def _only_talk(rest: str, language: str) -> bool:
    """Whether the change only asks for a simulated user."""
    bare = cut("sim_words", language, rest)
    return bool(pattern("sim", language).search(fold(rest))) and len(bare.split()) < 4


def _spaced(criterion: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_()]", " ", criterion)


def _rest(text: str, language: str, test: KnownTest) -> str:
    """The message without the test's own id and without the words that only say that something is added."""
    label = re.match(r"[A-Za-z]{1,4}-?\d{1,4}\b", test.name)
    for name in (test.name, test.id, *([label.group()] if label else [])):
        text = _unnamed(text, name)
    text = cut("test_nth", language, text).lstrip(" ,.:;")
    return cut("adding", language, text).strip(" ,.:;")


def _unnamed(text: str, name: str, count: int = 0) -> str:
    """Without the name of the test; `count` places of it, all of them if 0."""
    found = re.compile(
        rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])\s*[:,：、，]?(?:[はも](?!い))?\s*", re.IGNORECASE
    )
    return found.sub(" ", text, count=count)


def _added(text: str, language: str, context: Context, test: KnownTest) -> tuple[dict[str, JsonValue], Outcome | None]:
    if len(text) < 4:
        return {}, None
    if detail := checked(text, language, context, test):
        return {"add_criteria": [detail]}, None
    scene = scene_of(text, language, context)
    built = criteria_of(_obliging(scene))
    if built.unknown:
        return {}, ask_which_tool(scene, built.unknown)
    if built.both_ways:
        return {}, ask_both_ways(scene, built.both_ways[0])
    if kept := without_hollow(built.criteria, language):
        return {"add_criteria": list(kept)}, None
    if built.criteria:
        return {}, ask_what_then(built.criteria, test, language)
    return {}, ask_what_is_meant(scene, built.vague, text) if built.vague else None


def _obliging(scene: Scene) -> Scene:
    """In a change, a clause about nobody is about the agent, unless it is a bare thing, such as `coffee`."""
    parts = [
        part._replace(role=Role.MUST)
        if part.subject in ("", "verb") and part.role is not Role.FACT and not _bare_thing(scene, part)
        else part
        for part in scene.parts
    ]
    return Scene(scene.text, scene.language, scene.context, scene.catalogue, parts, scene.entities, scene.year)


def _bare_thing(scene: Scene, part: Part) -> bool:
    """A word or two that ask for nothing: without a verb, a duty, a value, or anything of the agent's tools."""
    text, language = part.clause.text, scene.language
    if len(text.split()) > 3 or is_cjk(text) or scene.inside(part.clause.start, part.clause.end):
        return False
    verbs = any(word_pattern(kind, language).search(fold(text)) for kind in _VERBS)
    asked = marks(text, language, "must", "not", "json", "hallucinate", "character", "grounded", "refusing", "first")
    return not (verbs or asked or scene.catalogue.described(text, nominal=True) or is_vague(text, language))
