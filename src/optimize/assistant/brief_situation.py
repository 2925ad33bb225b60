"""What a draft is beside its criteria, as a small model can write it: who says what, and settings that were said."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from optimize.assistant.shapes import Shape, a_text, an_object, one_of

_MOST_TURNS: Final = 50
_FIGURE: Final = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?(?![\w,])")
_RUNS: Final = re.compile(
    r"(?<![\w.,])(\d{1,4})\s*(?:x\b|×|runs?\b|times\b|mal\b|läufe|durchl|fois\b|ex[ée]cution|veces\b|ejecuci|次|回)",
    re.I,
)
_SHARE: Final = re.compile(
    r"(?<![\w.,])(?:([01]\.\d+)|(\d{1,3}(?:\.\d+)?)\s*(?:%|percent|prozent|pour cent|por ciento))", re.I
)
_THRESHOLD: Final = re.compile(
    r"thresh|pass|schwell|besteh|seuil|réuss|umbral|aprob|阈值|通过|しきい値|閾値|合格", re.I
)


def runs_in(message: str) -> list[int]:
    """Numbers of runs or times that it says, possible or not."""
    return [int(said) for said in _RUNS.findall(message)]


def thresholds_in(message: str) -> list[float]:
    """Shares that it says, 0.8 or 80 %, possible or not; none, if it speaks of no threshold."""
    return [
        float(share) if share else float(percent) / 100
        for share, percent in _SHARE.findall(message)
        if _THRESHOLD.search(message)
    ]


def situation_shape(message: str, simulated_user: bool) -> Shape:
    """Settings can only be figures that the message says, for a small model makes others up: possible or not, so that
    what cannot be is refused and told instead of left out.
    """
    figures = [float(figure) for figure in _FIGURE.findall(message)]
    fields = {
        "user_says": a_text(400),
        "name": a_text(80),
        **({"simulated_user": _user(figures)} if simulated_user else {}),
        **one_of("runs", runs_in(message)),
        **one_of("threshold", thresholds_in(message)),
    }
    return an_object(fields, without=("runs", "threshold"))


def situation_of(written: Mapping[str, Any]) -> dict[str, Any]:
    """As draft_test takes it."""
    kept = {name: value for name, value in written.items() if name != "user_says"}
    return {**kept, "situation": written["user_says"]}


def _user(figures: Sequence[float]) -> Shape:
    turns = one_of("turn_limit", [int(n) for n in figures if n.is_integer() and 1 <= n <= _MOST_TURNS])
    return an_object({"persona": a_text(120), "goal": a_text(120), **turns}, without=("turn_limit",))
