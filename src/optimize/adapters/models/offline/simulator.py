"""The offline simulated user: states a wish, pushes back, insists, gives in or leaves. Seeded: it can be repeated."""

import json
import re
from random import Random
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage

from optimize.adapters.models.offline.documents import document_of
from optimize.adapters.models.offline.judging.wording import content_of, coverage
from optimize.adapters.models.offline.playing.facts import fact_for
from optimize.adapters.models.offline.playing.hearing import heard
from optimize.adapters.models.offline.playing.lines import Lines
from optimize.adapters.models.offline.playing.speech import wish_of
from optimize.adapters.models.offline.reading.language import language_of
from optimize.domain.text import fold

Status = Literal["continue", "goal_reached", "stuck"]
Said = tuple[str, Status]

_STUBBORN = re.compile(
    r"\b(?:insist\w*|stubborn|angry|furious|pushy|persist\w*|refuses to accept|does not give up|demanding|aggressive|"
    r"impatient|beharr\w*|wütend|hartnäckig|insist\w*|furieux|furieuse|enojad\w*|furios\w*)\b|生气|坚持|怒|しつこ"
)
_MEEK = re.compile(
    r"\b(?:polite|shy|patient|easy-?going|gives in|accepts|höflich|geduldig|poli|polie|amable|paciente)\b|礼貌|丁寧"
)
_PATIENCE = {"meek": 1, "plain": 2, "stubborn": 4}
_STATED = 0.5
_REMINDERS = 2
_LITTLE = 4


class _Scene:
    """The document, read: who this is, what was said, and how."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.goal = str(document.get("goal", ""))
        self.knowledge = f"{document.get('persona', '')}\n{self.goal}"
        conversation = document.get("conversation") or []
        self.own = [str(one["text"]) for one in conversation if one.get("from") != "agent"]
        self.agent = [str(one["text"]) for one in conversation if one.get("from") == "agent"]
        language = language_of("\n".join((*self.own, *self.agent)) or self.knowledge)
        again = "again" if document.get("problem") else ""
        rng = Random(f"{document.get('seed', 0)}:{len(conversation)}:{again}")
        self.lines = Lines(language, set(self.own), rng)

    @property
    def patience(self) -> int:
        """How many refusals are answered before giving up."""
        folded = fold(self.knowledge)
        temper = "stubborn" if _STUBBORN.search(folded) else "meek" if _MEEK.search(folded) else "plain"
        return _PATIENCE[temper]

    def is_about(self, text: str) -> bool:
        """Whether “done” can be about the goal: something of it is named, or the message says little else."""
        return bool(content_of(self.goal) & content_of(text)) or len(text.split()) <= _LITTLE

    @property
    def stated(self) -> bool:
        """Whether the agent can know what this is about."""
        return coverage(content_of(wish_of(self.goal) or self.goal), content_of("\n".join(self.own))) >= _STATED


def play(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
    """The next message of the simulated user as JSON."""
    del tools
    message, status = _move(_Scene(document_of(messages)))
    return AIMessage(content=json.dumps({"message": message, "status": status}, ensure_ascii=False))


def _move(scene: _Scene) -> Said:
    if not scene.agent:
        return _wish(scene), "continue"
    last = scene.agent[-1]
    match heard(last):
        case "refused":
            return _refused(scene)
        case "confirm":
            return scene.lines.pick("yes"), "continue"
        case "question":
            return _answer(scene, last), "continue"
        case "done" if scene.is_about(last):
            return scene.lines.pick("thanks"), "goal_reached"
    return _told(scene)


def _refused(scene: _Scene) -> Said:
    times = sum(heard(text) == "refused" for text in scene.agent)
    if times > scene.patience:
        return (scene.lines.pick("leave"), "stuck") if scene.patience > 1 else (scene.lines.pick("give_in"), "stuck")
    return scene.lines.pick("push_back" if times == 1 else "insist"), "continue"


def _answer(scene: _Scene, question: str) -> str:
    fact = fact_for(question, scene.knowledge)
    if fact and fact not in scene.own:
        return scene.lines.pick("fact", fact=fact[0].upper() + fact[1:])
    return scene.lines.pick("unknown") if scene.stated else _wish(scene)


def _told(scene: _Scene) -> Said:
    """The agent said something that is no answer to anything yet."""
    if not scene.stated:
        return _wish(scene), "continue"
    told = sum(heard(text) == "told" for text in scene.agent)
    if told > _REMINDERS:
        return scene.lines.pick("leave"), "stuck"
    if coverage(content_of(scene.goal), content_of(scene.agent[-1])) >= _STATED:
        return scene.lines.pick("thanks"), "goal_reached"
    return scene.lines.pick("remind"), "continue"


def _wish(scene: _Scene) -> str:
    wish = wish_of(scene.goal)
    if wish is None or wish in scene.own:
        return scene.lines.pick("about", goal=scene.goal.strip())
    return wish
