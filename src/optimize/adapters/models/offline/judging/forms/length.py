"""How long an answer may be: sentences, words or questions, counted."""

import re

from optimize.adapters.models.offline.judging.case import Case, Line
from optimize.adapters.models.offline.judging.finding import Finding, met, not_met
from optimize.adapters.models.offline.judging.numbers import spelled
from optimize.domain.text import fold

_BELOW = ("fewer than", "less than", "under", "below", "weniger als", "unter", "moins de", "menos de")
_AT_MOST = (
    "at most|no more than|not more than|a maximum of|maximum of|maximum|max|up to|höchstens|maximal|nicht mehr als|"
    "au plus|au maximum|pas plus de|como máximo|como mucho|no más de"
)
_LIMIT = re.compile(
    rf"\b(?P<how>{_AT_MOST}|{'|'.join(_BELOW)}|more than)\s+(?P<n>\d+|\w+)\s+"
    r"(?P<unit>sentences?|words?|questions?|sätzen?|wörtern?|phrases|mots|frases|palabras)\b"
)
_UNITS = {
    "sä": "sentence",
    "ph": "sentence",
    "fr": "sentence",
    "se": "sentence",
    "wo": "word",
    "wö": "word",
    "mo": "word",
    "pa": "word",
}


def length(text: str, case: Case) -> Finding | None:
    """“answers in at most five sentences”, “never asks more than one question”."""
    match = _LIMIT.search(fold(text))
    if match is None:
        return None
    number = {int(match["n"])} if match["n"].isdigit() else {int(n) for n in spelled(match["n"])}
    if len(number) != 1:
        return None
    limit = number.pop() - (match["how"] in _BELOW)
    if match["how"] == "more than" and not re.search(r"\b(?:never|not|no)\b", fold(text)[: match.start()]):
        return None
    unit = _UNITS.get(match["unit"][:2], "question")
    lines = case.agent if unit == "question" else case.agent[-1:]
    longest = max(lines, key=lambda line: _count(line, unit))
    count = _count(longest, unit)
    which = "longest message" if len(lines) > 1 else "answer"
    told = f"The {which} has {count} {unit}{'' if count == 1 else 's'}; the limit is {limit}."
    citation = longest.cite(0, len(longest.text))
    return met(told, citation) if count <= limit else not_met(told, citation)


def _count(line: Line, unit: str) -> int:
    if unit == "word":
        return len(line.text.split())
    sentences = line.sentences()
    return sum(s.endswith(("?", "？")) for s in sentences) if unit == "question" else len(sentences)
