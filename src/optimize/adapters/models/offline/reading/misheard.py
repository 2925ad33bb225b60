"""Descriptions that sound like an order or a question to this assistant, and orders that stand behind one."""

import re

from optimize.adapters.models.offline.reading import ordered
from optimize.adapters.models.offline.reading.acts import (
    names_ours,
    speaks_of_acts,
    speaks_of_things,
    without_words_of_runs,
)
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.intent import intent_of
from optimize.adapters.models.offline.reading.ordered import Heard

_SENTENCES = re.compile(r"(?<=[.!;])\s+|(?<=[。！；])\s*|\n+")
_CLAUSES = re.compile(r"[,;.!:，。；！：、]|\s-+\s")
_SPENDS = ("run", "run_all", "dry_run", "dry_run_all", "experiment", "schedule")
_SOUNDS_LIKE = frozenset(
    (
        *("schedule_other", "schedule_off", "plan_runs", "cost_past", "cost", "compare", "suggest", "transcript"),
        *("why", "retire", "discard", "accept_all", "accept", "activate", "cancel", "health", "results", "list"),
        *("show", *_SPENDS),
    )
)


def heard(text: str, language: str, context: Context, *, answering: bool) -> Heard:
    """What is left to carry out; a message about acts of the agent alone is a description, whatever it sounds like."""
    said = ordered.heard(text, language, context, answering=answering)
    intent = intent_of(text, language, context)
    if not said.said and intent == "run_all" and not _only_runs(text, language, context):
        return Heard(text, None, intent="describe")
    sounds = said.said or intent in _SOUNDS_LIKE
    if said.said and speaks_of_things(text, language, context):
        return Heard(text, None, intent="describe")
    if sounds and speaks_of_acts(text, language, context, nominal=bool(said.said)):
        return Heard(text, None, intent="describe")
    return said


def _only_runs(text: str, language: str, context: Context) -> bool:
    """`if you can, run all`: a clause that is nothing but the order; `repeat all amounts in the answer` is none."""
    if names_ours(text, language, context):
        return True
    pieces = [piece for piece in _CLAUSES.split(text) if not re.search(r"\w", without_words_of_runs(piece, language))]
    return any(intent_of(piece, language, context) == "run_all" for piece in pieces)


def order_behind(text: str, language: str, context: Context) -> tuple[str, str | None]:
    """`reads the order before it refunds. Run all tests.`: the description, and the order that is left for later."""
    sentences = [one for one in _SENTENCES.split(text) if one.strip()]
    spending = [one for one in sentences if _spends(one, language, context)]
    told = [one for one in sentences if one not in spending]
    if not spending or not told or not all(speaks_of_acts(one, language, context) for one in told):
        return text, None
    return " ".join(told), " ".join(spending)


def _spends(sentence: str, language: str, context: Context) -> bool:
    intent = intent_of(sentence, language, context)
    return intent in _SPENDS and (
        names_ours(sentence, language, context) or not speaks_of_acts(sentence, language, context)
    )
