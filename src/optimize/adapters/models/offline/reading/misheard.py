"""Descriptions that sound like an order or a question to this assistant, and orders that stand behind one."""

import re

from optimize.adapters.models.offline.reading import ordered
from optimize.adapters.models.offline.reading.acts import names_ours, speaks_of_acts
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.intent import intent_of
from optimize.adapters.models.offline.reading.ordered import Heard

_SENTENCES = re.compile(r"(?<=[.!;])\s+|(?<=[。！；])\s*|\n+")
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
    sounds = said.said or intent_of(text, language, context) in _SOUNDS_LIKE
    if sounds and speaks_of_acts(text, language, context, nominal=bool(said.said)):
        return Heard(text, None, intent="describe")
    return said


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
