"""Criteria in words that say nothing: `The agent should also.`, `When asked "…".`, a clause cut off from its rest."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.audit.lexis import content
from optimize.adapters.models.offline.reading.back import back, found, saying
from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import word_pattern
from optimize.adapters.models.offline.reading.outcome import Outcome, ask

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|«[^»]*»")


def without_hollow(criteria: list[dict[str, JsonValue]], language: str) -> list[dict[str, JsonValue]]:
    """Those that a judge can decide, and all that code decides."""
    return [one for one in criteria if not (_says(one) and (_empty(_says(one), language) or _only_when(one, language)))]


def ask_what_then(criteria: list[dict[str, JsonValue]], test: KnownTest, language: str) -> Outcome | None:
    """The question what must hold then, if all that is said is when."""
    when = next((_says(one) for one in criteria if _says(one) and _only_when(one, language)), "")
    said = saying(language, "ask_situation", said=when.strip(" .。"), name=test.name)
    return ask(said) if when else None


def _says(criterion: dict[str, JsonValue]) -> str:
    return str(criterion.get("assertion") or "")


def _empty(text: str, language: str) -> bool:
    """Whether nothing is left but who it is about and that it must."""
    left = word_pattern("agent", language).sub(" ", fold(text))
    for pattern in back("besides", language):
        left = pattern.sub(" ", left)
    return not content(left, language) and not re.search(r"\d|_", text)


def _only_when(criterion: dict[str, JsonValue], language: str) -> bool:
    return found("situational", language, fold(_QUOTED.sub(" ", _says(criterion)))) is not None
