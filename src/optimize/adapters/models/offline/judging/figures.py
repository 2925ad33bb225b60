"""Figures in a text: dates, times, ids, addresses, names with a title or a company form, and numbers.

Each character belongs to one figure at most; what is found first in this order keeps it.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict

from optimize.adapters.models.offline.judging.dates import dates_in
from optimize.adapters.models.offline.judging.numbers import NUMBER, values_of

FigureKind = Literal["date", "time", "address", "id", "name", "number"]

_TIME = re.compile(r"\b(?P<h>\d{1,2}):(?P<m>\d{2})(?::\d{2})?(?:\s?(?P<half>[ap])\.?m\b\.?)?", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s<>\"')\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ID = re.compile(r"(?<![\w/])(?=[A-Za-z0-9_/.#-]*\d)[A-Za-z][A-Za-z0-9]*(?:[-_/.#][A-Za-z0-9]+)*(?!\w)")
_ID_DIGITS_FIRST = re.compile(
    r"(?<![\w/])\d+[A-Z]+(?:\d|[-_/](?=[A-Za-z0-9]))[A-Za-z0-9_/-]*(?!\w)|(?<![\w.,-])\d+(?:-\d+)+(?![\w-])"
)
_NAME = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Herr|Frau|Mme|Sr|Sra)\.?\s+(?P<person>[A-Z][\w'’-]+)"
    r"|\b(?P<company>(?:[A-Z][\w&'’-]*\s+){1,4}(?:Ltd|Inc|GmbH|AG|LLC|Corp|plc|SARL|KG)\b)"
)
_NUMBERING = re.compile(
    r"^[ \t]*(?:[-*•]\s*)?(?:\*\*)?\(?\d{1,2}[.)](?=\s)|\b(?:step|option|schritt|étape|paso)\s+\d{1,2}\b|#\d{1,2}\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)\b|\(\d\)",
    re.MULTILINE | re.IGNORECASE,
)


class Figure(BaseModel):
    """`text` stands at `start` of its text. `forms` are what it may mean; `values` likewise, for numbers."""

    model_config = ConfigDict(frozen=True)

    kind: FigureKind
    text: str
    start: int
    end: int
    forms: frozenset[str] = frozenset()
    values: frozenset[Decimal] = frozenset()
    money: bool = False
    percent: bool = False


def figures_in(text: str) -> list[Figure]:
    """The figures of a text in reading order; the numbering of lists and steps is none."""
    left = _blank(text, ((m.start(), m.end()) for m in _NUMBERING.finditer(text)))
    found: list[Figure] = []
    for finder in (_addresses, _dates, _times, _names, _ids, _numbers):
        new = list(finder(left))
        found += [figure.model_copy(update={"text": text[figure.start : figure.end]}) for figure in new]
        left = _blank(left, ((figure.start, figure.end) for figure in new))
    return sorted(found, key=lambda figure: figure.start)


def _blank(text: str, spans: Iterator[tuple[int, int]]) -> str:
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)


def _addresses(text: str) -> Iterator[Figure]:
    for m in _ADDRESS.finditer(text):
        end = m.start() + len(m[0].rstrip(".,;:"))
        yield Figure(
            kind="address", text=m[0], start=m.start(), end=end, forms=frozenset({text[m.start() : end].casefold()})
        )


def _dates(text: str) -> Iterator[Figure]:
    for start, end, forms in dates_in(text):
        yield Figure(kind="date", text=text[start:end], start=start, end=end, forms=forms)


def _times(text: str) -> Iterator[Figure]:
    for m in _TIME.finditer(text):
        hour = int(m["h"]) % 12 + (12 if m["half"].lower() == "p" else 0) if m["half"] else int(m["h"])
        yield Figure(kind="time", text=m[0], start=m.start(), end=m.end(), forms=frozenset({f"{hour:02d}:{m['m']}"}))


def _names(text: str) -> Iterator[Figure]:
    for m in _NAME.finditer(text):
        form = (m["person"] or m["company"]).casefold()
        yield Figure(kind="name", text=m[0], start=m.start(), end=m.end(), forms=frozenset({form}))


def _ids(text: str) -> Iterator[Figure]:
    for pattern in (_ID, _ID_DIGITS_FIRST):
        for m in pattern.finditer(text):
            yield Figure(kind="id", text=m[0], start=m.start(), end=m.end(), forms=frozenset({m[0].casefold()}))


def _numbers(text: str) -> Iterator[Figure]:
    for m in NUMBER.finditer(text):
        money = bool(m["money"] or m["unit"])
        yield Figure(
            kind="number",
            text=m[0],
            start=m.start(),
            end=m.end(),
            values=values_of(m["digits"]),
            money=money,
            percent=bool(m["percent"]),
        )
