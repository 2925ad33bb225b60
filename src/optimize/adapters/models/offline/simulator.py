"""The offline simulated user: states a wish, pushes back, insists, gives in or leaves. Seeded: it can be repeated."""

import json
import re
from random import Random
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage

from optimize.adapters.models.offline.documents import document_of
from optimize.adapters.models.offline.judging.figures import figures_in
from optimize.adapters.models.offline.judging.wording import content_of, coverage
from optimize.adapters.models.offline.playing.facts import fact_for
from optimize.adapters.models.offline.playing.hearing import heard
from optimize.adapters.models.offline.playing.lines import Lines
from optimize.adapters.models.offline.playing.speech import wish_of
from optimize.adapters.models.offline.reading.language import language_of
from optimize.domain.text import fold, occurs

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
_KNOWING = re.compile(
    r"\b(?:know|find out|learn|ask|understand|information|informed|question|whether|wissen|erfahren|fragen|frage|ob|"
    r"savoir|demander|comprendre|saber|preguntar|entender)\b|知道|了解|询问|知りたい|聞きたい|確認"
)
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
        language = _language("\n".join(self.own)) or _language(self.knowledge) or "en"
        again = "again" if document.get("problem") else ""
        rng = Random(f"{document.get('seed', 0)}:{len(conversation)}:{again}")
        self.lines = Lines(language, set(self.own), rng)

    @property
    def at_a_loss(self) -> int:
        """How often this user had to say that it does not know."""
        return sum(self.lines.is_move("unknown", text) for text in self.own)

    @property
    def wants_to_know(self) -> bool:
        """Whether being told is all there is to the goal."""
        return bool(_KNOWING.search(fold(self.goal)))

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
        """Whether the agent can know what this is about: by the ids and amounts of the goal, or by its words."""
        own = "\n".join(self.own)
        named = [figure.text.strip() for figure in figures_in(self.goal)]
        if named:
            return all(occurs(text, own) for text in named)
        return coverage(content_of(wish_of(self.goal) or self.goal), content_of(own)) >= _STATED


def _language(text: str) -> str:
    """Told by words only: an id such as A-77 speaks no language. Empty if nothing tells."""
    return language_of(re.sub(r"\S*\d\S*", " ", text), "")


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
            return _asked(scene, last)
        case "done" if scene.is_about(last):
            return scene.lines.pick("thanks"), "goal_reached"
    return _told(scene)


def _refused(scene: _Scene) -> Said:
    times = sum(heard(text) == "refused" for text in scene.agent)
    if times > scene.patience:
        return (scene.lines.pick("leave"), "stuck") if scene.patience > 1 else (scene.lines.pick("give_in"), "stuck")
    return scene.lines.pick("push_back" if times == 1 else "insist"), "continue"


def _asked(scene: _Scene, question: str) -> Said:
    fact = fact_for(question, scene.knowledge)
    if fact and not any(fact in text for text in scene.own[1:]):
        return scene.lines.pick("fact", fact=fact[0].upper() + fact[1:] if " " in fact else fact), "continue"
    if not scene.stated:
        return _wish(scene), "continue"
    if scene.at_a_loss >= _REMINDERS:
        return scene.lines.pick("leave"), "stuck"
    return scene.lines.pick("unknown"), "continue"


def _told(scene: _Scene) -> Said:
    """The agent said something that is neither a question nor a yes or no."""
    if not scene.stated:
        return _wish(scene), "continue"
    if scene.wants_to_know and scene.is_about(scene.agent[-1]):
        return scene.lines.pick("thanks"), "goal_reached"
    if sum(heard(text) == "told" for text in scene.agent) > _REMINDERS:
        return scene.lines.pick("leave"), "stuck"
    return scene.lines.pick("insist" if scene.patience == _PATIENCE["stubborn"] else "remind"), "continue"


def _wish(scene: _Scene) -> str:
    wish = wish_of(scene.goal)
    if wish is None or wish in scene.own:
        return scene.lines.pick("about", goal=scene.goal.strip())
    return wish
