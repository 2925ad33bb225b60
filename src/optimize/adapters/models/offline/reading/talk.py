"""The simulated user: who it is, what it wants, how many turns; only when a conversation is described."""

import re
from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, pattern, phrase, spans, table
from optimize.adapters.models.offline.reading.negation import parted
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.subjects import unquoted


class Stated(NamedTuple):
    """Persona and goal that a message spells out, and the message without them."""

    persona: str
    goal: str
    rest: str


def stated_in(text: str, language: str) -> Stated:
    found = {"stated_persona": "", "stated_goal": ""}
    for kind in found:
        match = pattern(kind, language).search(fold(text))
        if match:
            start, end = spans(match)["text"]
            found[kind] = text[start:end].strip(" :,")
            text = f"{text[: match.start()].rstrip(' ;,.')}. {text[match.end() :].lstrip(' ;,.')}".strip(" .")
    return Stated(found["stated_persona"], found["stated_goal"], text)


def user_parts(scene: Scene) -> list[Part]:
    """The clauses about the user, without those that only say that a user is simulated."""
    return [part for part in scene.parts if part.role is Role.USER and _without_stage(part, scene.language)]


def _without_stage(part: Part, language: str) -> str:
    return cut("sim_words", language, part.clause.text).strip(" :.,")


def first_and_later(scene: Scene) -> tuple[list[Part], list[Part]]:
    """What the user says first, and what comes in a later turn."""
    parts = user_parts(scene)
    for position, part in enumerate(parts):
        later = pattern("sequence", scene.language).search(unquoted(part.clause.text))
        if later and (position or later.start() < 4):
            return parts[:position], parts[position:]
    return parts, []


def wants_talk(scene: Scene, whole: str, turns: int | None) -> bool:
    """Whether the message describes a conversation: it says so, limits the turns, or the user acts again later."""
    if turns is not None or pattern("sim", scene.language).search(fold(whole)):
        return True
    _, later = first_and_later(scene)
    if later:
        return True
    return any(pattern("several_turns", scene.language).search(fold(part.clause.text)) for part in user_parts(scene))


def simulated_user(scene: Scene, whole: str, turns: int | None, stated: Stated | None = None) -> dict[str, JsonValue]:
    persona = stated.persona if stated and stated.persona else _persona(scene, whole)
    goal = "; ".join(
        text for text in (stated.goal if stated else "", _goal(scene, bool(stated and stated.goal))) if text
    )
    user: dict[str, JsonValue] = {"persona": persona, "goal": goal[:1].upper() + goal[1:]}
    return user | ({"turn_limit": min(max(turns, 1), 50)} if turns else {})


def _persona(scene: Scene, whole: str) -> str:
    texts = [part.clause.text for part in scene.parts if part.role is Role.USER]
    traits = [m.group() for text in (texts or [whole]) for m in pattern("persona", scene.language).finditer(fold(text))]
    traits = traits or [m.group() for m in pattern("persona", scene.language).finditer(fold(whole))]
    listed = ", ".join(dict.fromkeys(trait.strip() for trait in traits))
    return phrase(scene.language, "persona", traits=listed) if listed else phrase(scene.language, "persona_plain")


def _goal(scene: Scene, said: bool) -> str:
    texts = [_goal_text(part, scene.language) for part in user_parts(scene)]
    texts = texts or [told for part in scene.of(Role.MUST) if (told := _condition(part, scene.language))]
    joined = "; ".join(text for text in texts if text)
    return (joined[:1].upper() + joined[1:])[:3_900] or ("" if said else phrase(scene.language, "goal_plain"))


def _condition(part: Part, language: str) -> str:
    """What the user does in a condition behind a requirement: `hand over after the customer typed it wrong`."""
    match = pattern("user_condition", language).search(fold(part.clause.text))
    if match is None or parted(part.clause.text, language):
        return ""
    start, end = spans(match)["what"]
    return part.clause.text[start:end].strip(" .,")


def _goal_text(part: Part, language: str) -> str:
    text = cut("sim_words", language, part.clause.text).strip(" :.,;，。")
    for source, new in table(language).get("plain_words", []):
        text = re.sub(source, new, text, flags=re.IGNORECASE)
    return re.sub(r"\s+", " ", text)
