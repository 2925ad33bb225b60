"""What is typed at an open card and is no plain yes or no: said to be none, and nothing else is done by guess."""

import re

from optimize.adapters.models.offline.reading.cards import without_yes
from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import only_settings, without_politeness
from optimize.adapters.models.offline.reading.lexicon import cut, opens, pattern
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.signs import sign, telling

_RUNS = ("dry_run", "run_experiment", "run_tests", "accept_test", "amend_test")
"""What a card offers a number of runs for."""
_COUNT = {
    "en": "{n} runs",
    "de": "{n} Läufe",
    "fr": "{n} exécutions",
    "es": "{n} ejecuciones",
    "zh": "{n}次",
    "ja": "{n}回にして",
}


def doubted(text: str, language: str, previous: Previous | None, context: Context) -> Plan | None:
    """The whole plan for a yes with something beside it, a half yes, or a number that fits no card."""
    card = previous.card if previous else None
    if card is None or not card.instead:
        return None
    settings = _settings(text, language)
    if settings:
        fits = card.tool in _RUNS or tests_named(text, context)
        return None if fits else _told(language)
    return _told(language) if _half(text, language) else None


def counted(text: str, language: str, previous: Previous | None) -> str:
    """`make it 8 instead` at a card with runs: so many runs."""
    card = previous.card if previous else None
    match = sign("bare", language).match(fold(text)) if card and card.instead and card.tool in _RUNS else None
    return _COUNT[language].format(n=match["n"]) if match else text


def _told(language: str) -> Plan:
    return Plan(language=language, intent="not_ordered", remarks=(telling(language, "card_not_answered"),))


def _settings(text: str, language: str) -> bool:
    said = without_politeness(cut("beforehand", language, without_yes(text, language)), language)
    return only_settings(said, language) or bool(sign("bare", language).match(fold(text)))


def _half(text: str, language: str) -> bool:
    """`yes and run everything`, `yes if it is cheap`, `no problem, go ahead`; a question behind a yes is one."""
    folded = fold(text).strip()
    if pattern("yes", language).match(folded) or pattern("no", language).match(folded):
        return False
    begun = re.match(rf"(?:{sign('yes', language).pattern})(?![\w'])[\s,.!?;:，。！、？]*", folded)
    if begun is None:
        return bool(sign("hedge", language).match(folded))
    rest = folded[begun.end() :]
    return not (rest and (opens(rest, language, "question") or rest.endswith(("?", "？"))))
