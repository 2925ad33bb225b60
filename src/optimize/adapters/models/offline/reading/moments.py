"""Orders for another moment than now, which nothing here can wait for."""

import re
from collections.abc import Callable
from typing import NamedTuple

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.intent import describes
from optimize.adapters.models.offline.reading.lexicon import table
from optimize.adapters.models.offline.reading.moods import first_verb
from optimize.adapters.models.offline.reading.outcome import remark
from optimize.adapters.models.offline.reading.plan import Plan, Remark
from optimize.adapters.models.offline.reading.references import found_in
from optimize.adapters.models.offline.reading.signs import sign, without_signs

_STARTS = ("run_tests", "dry_run", "run_experiment")
_LAST = re.compile(r"[.!。！]\s*|,?\s+(?:and|then|und|dann|et|puis|y|luego)\s+|[,，、]\s*(?:然后|再)?|して")
_JOINTS = re.compile(
    r"^(?:に|から|まで|は|の|で|在|于)+|\s(?:on|at|by|after|before|only|am|um|gegen|ab|le|a|vers|el|hacia|sobre)$"
)
"""What is left of a moment that is cut off."""
_NOW = re.compile(r"(?<!not )\b(?:now|right away|immediately|jetzt|sofort|maintenant|ahora)\b|现在|立刻|马上|今すぐ")


def postponed(text: str, language: str, context: Context, read: Callable[[str], Plan]) -> Plan | None:
    """The plan for an order to start something at a time or once something holds; None for any other message.

    What stands before the order, such as a test to draft, is done.
    """
    said = _without_names(fold(text), context)
    last = max((match.end() for match in _LAST.finditer(said.rstrip(" .!。！"))), default=0)
    found = _found(said, language)
    verb = first_verb(text[last:], language) or first_verb(text, language)
    if verb is None or verb.command not in ("run", "dry_run") or found is None:
        return None
    rest = _rest(text, fold(text), language) if found.why == "deferred" else _main(text, found, said)
    if not rest.strip() or (found.why == "conditional" and describes(text, language, context)):
        return None
    plan = read(rest)
    kept = tuple(call for call in plan.calls if call.tool not in _STARTS)
    if len(kept) == len(plan.calls) or (kept and found.start < last):
        return None
    if kept:
        left = remark(language, "left_undone", order=text[last:].strip())
        return plan.model_copy(update={"calls": kept, "remarks": (*plan.remarks, left)})
    told = Remark(code="nothing_done", text=table("orders")[language]["phrases"][found.why])
    return Plan(language=language, intent="not_ordered", remarks=(told,))


def _rest(text: str, folded: str, language: str) -> str:
    bare = re.sub(r"\s+", " ", without_signs("clock", language, text, folded)).strip(" ,、，")
    return _JOINTS.sub("", bare)


def _main(text: str, found: "_Found", said: str) -> str:
    """The order without its condition, which stands before it or behind it."""
    if is_cjk(said) or not found.start:
        return re.sub(r"^[^,]*,\s*", "", text) if not is_cjk(said) else text[found.end :].lstrip("、,， ")
    return text[: found.start].rstrip(" ,")


class _Found(NamedTuple):
    start: int
    end: int
    why: str
    """Which sentence says why nothing is started."""


def _found(said: str, language: str) -> _Found | None:
    if _NOW.search(said):
        return None
    for key, why in (("clock", "deferred"), ("until", "conditional")):
        match = sign(key, language).search(said)
        if match and not sign("content", language).search(said[: match.start()]):
            return _Found(match.start(), match.end(), why)
    return None


def _without_names(folded: str, context: Context) -> str:
    """The text of the same length, blank where a test is named."""
    for name in (name for test in context.tests for name in (test.name, test.id)):
        if match := found_in(folded, name):
            folded = f"{folded[: match.start()]}{' ' * len(match.group())}{folded[match.end() :]}"
    return folded
