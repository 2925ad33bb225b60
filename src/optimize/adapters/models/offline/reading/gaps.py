"""What a description leaves open: values that nobody can guess, missing tools, settings that are hard to meet."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.concepts import Concept, concepts_in, concepts_in_any
from optimize.adapters.models.offline.reading.criteria import Built
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.guards import guard_of
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern, phrase
from optimize.adapters.models.offline.reading.negation import negated_in, parted
from optimize.adapters.models.offline.reading.notes import notes_on
from optimize.adapters.models.offline.reading.outcome import remark
from optimize.adapters.models.offline.reading.plan import Remark
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.settings import Settings, is_judged
from optimize.domain.statistics.setting import check_setting

_WHO = re.compile(r"user|owner|manager|employee|customer|assignment|account|team")


def missing_values(scene: Scene, criteria: list[dict[str, JsonValue]]) -> str | None:
    """The question to ask when a call needs a period or a person that the message only hints at; None otherwise."""
    period = pattern("vague_period", scene.language).search(fold(scene.text))
    if period is None or scene.values("date"):
        return None
    tools = [str(c["tool"]) for c in criteria if c["kind"] in ("invokesTool", "toolParametersContain")]
    needed = [p for tool in tools for p in scene.catalogue.tools[tool].parameters]
    dates = [p for p in needed if re.search(r"date|day|period|range|from|until", p.lower())]
    if not dates:
        return None
    said = scene.text[period.start() : period.end()]
    question = phrase(scene.language, "ask_period", period=said, parameters=", ".join(dict.fromkeys(dates)))
    whose = pattern("own", scene.language).search(fold(scene.text)) and not scene.values("handle", "id")
    return f"{question} {phrase(scene.language, 'ask_who')}" if whose or any(map(_WHO.search, needed)) else question


def remarks_on(scene: Scene, built: Built, settings: Settings, arguments: dict[str, JsonValue]) -> list[Remark]:
    """What is worth saying beside a draft; nothing here changes the draft."""
    language = scene.language
    found = [remark(language, "vague_left_out", text=text.strip(" .")) for text in built.vague]
    tone = phrase(language, "option_tone")
    found += [remark(language, "tone_spelled_out", text=text.strip(" ."), tone=tone) for text in built.tone[:1]]
    found += [remark(language, "tool_misspelt", **slip._asdict()) for slip in scene.catalogue.slips(scene.text)]
    found += _conditions(scene, built.criteria)
    found += _left_out(scene, built.criteria, str(arguments.get("situation")))
    found += notes_on(scene)
    found += _firsts(scene, built.criteria)
    found += _missing_tool(scene)
    found += _missing_identity(scene, built.criteria)
    found += _demanded(settings, built.criteria, language)
    kinds = [str(criterion["kind"]) for criterion in built.criteria]
    if (
        pattern("looks_like", language).search(fold(scene.text))
        and "answerMatches" not in kinds
        and "toolParametersContain" not in kinds
    ):
        found.append(remark(language, "no_forbidden_pattern"))
    if kinds == ["staysInCharacter"]:
        found.append(remark(language, "loose_character"))
    return found


def _conditions(scene: Scene, criteria: list[dict[str, JsonValue]]) -> list[Remark]:
    """What a call depends on and no check of calls can see: told, so that no condition is lost in silence."""
    forbidden = [str(c.get("tool")) for c in criteria if c["kind"] == "doesNotInvokeTool"]
    found = []
    for part in scene.of(Role.MUST):
        text = part.clause.text
        guard, pieces = guard_of(scene, part), parted(text, scene.language)
        if guard and pieces and guard.main and guard.judged:
            condition = (text if guard.first else text[slice(*pieces.condition)]).strip(" .")
            found.append(remark(scene.language, "conditional_call", condition=condition))
            continue
        yet = pattern("not_yet", scene.language).search(fold(text))
        mention = scene.catalogue.described(text[: yet.start()], nominal=True) if yet else None
        named = scene.catalogue.named(text[: yet.start()]) if yet else []
        tools = [m.tool for m in (named or ([mention] if mention else [])) if m.tool in forbidden]
        if yet and tools and negated_in(text[: yet.start()], scene.language):
            condition = text[yet.start() :].strip(" .")
            found.append(remark(scene.language, "never_at_all", condition=condition, tool=tools[0]))
    return found


def _left_out(scene: Scene, criteria: list[dict[str, JsonValue]], situation: str) -> list[Remark]:
    """`never B if A`: the test forbids B whatever A is, unless its situation says A."""
    forbidden = [str(c.get("tool")) for c in criteria if c["kind"] == "doesNotInvokeTool"]
    found = []
    for part in scene.of(Role.MUST):
        text = part.clause.text
        when = pattern("occasion", scene.language).search(fold(text))
        if when is None or not when.start() or guard_of(scene, part) or parted(text, scene.language):
            continue
        act, condition = text[: when.start()], text[when.start() :].strip(" .")
        mention = scene.catalogue.described(act, nominal=True)
        tools = [m.tool for m in (scene.catalogue.named(act) or ([mention] if mention else [])) if m.tool in forbidden]
        told = content_stems(condition) <= content_stems(situation)
        if tools and not told and opens(condition, scene.language, "conditional") and negated_in(act, scene.language):
            found.append(remark(scene.language, "never_at_all", condition=condition, tool=tools[0]))
    return found


def _firsts(scene: Scene, criteria: list[dict[str, JsonValue]]) -> list[Remark]:
    said = [phrase(scene.language, "calls_first", tool=tool) for tool in scene.catalogue.tools]
    judged = any(criterion.get("assertion") in said for criterion in criteria)
    return [remark(scene.language, "first_judged")] if judged else []


def _demanded(settings: Settings, criteria: list[dict[str, JsonValue]], language: str) -> list[Remark]:
    """How many runs must pass, by the domain's rule: a test's threshold is for what a judge decides, not for code."""
    if settings.threshold is None or not settings.runs:
        return []
    values = {"runs": str(settings.runs), "threshold": f"{settings.threshold:g}"}
    judged = [is_judged(str(criterion["kind"])) for criterion in criteria]
    by_code = [remark(language, "all_must_pass", **values)] if not all(judged) else []
    check = check_setting(settings.runs, settings.threshold)
    if not any(judged) or not check.ok or check.k_min is None:
        return by_code
    return [remark(language, "must_pass", **values, needed=str(check.k_min)), *by_code]


def _missing_tool(scene: Scene) -> list[Remark]:
    """An act that the user asks for and no tool of the agent does."""
    acts = {act for tool in scene.context.agent.tools for act in _acts_of(tool.name, tool.description)}
    watched = ("close", "cancel", "refund", "remove", "export", "rebook", "deploy")
    if not scene.context.agent.tools:
        return []
    for part in scene.of(Role.USER):
        for concept in concepts_in(part.clause.text, scene.language):
            if (
                concept.act
                and concept.name in watched
                and concept.name not in acts
                and not _state(part, concept, scene)
            ):
                word = part.clause.text[concept.start : concept.end]
                return [remark(scene.language, "no_such_tool", act=word)]
    return []


def _state(part: Part, concept: Concept, scene: Scene) -> bool:
    """`the flight is cancelled` says how things are, not what somebody wants."""
    return marks(part.clause.text[max(0, concept.start - 10) : concept.start], scene.language, "being")


def _acts_of(name: str, description: str) -> set[str]:
    return {concept.name for concept in concepts_in_any(f"{name_words(name)} {description}") if concept.act}


def _missing_identity(scene: Scene, criteria: list[dict[str, JsonValue]]) -> list[Remark]:
    """A write that needs to know whose it is, in a message that names nobody."""
    for criterion in criteria:
        tool = scene.catalogue.tools.get(str(criterion.get("tool")))
        if criterion["kind"] != "toolParametersContain" or tool is None or not tool.writes:
            continue
        given = criterion.get("parameters")
        who = [
            p
            for p in tool.parameters
            if re.fullmatch(r"(?:user|customer|account|patient|member|client)_?id", p.lower())
        ]
        missing = [p for p in who if not isinstance(given, dict) or p not in given]
        if missing:
            return [remark(scene.language, "who_is_missing", parameter=missing[0])]
    return []
