"""Dates as people write them, made ISO."""

import re
from datetime import date
from functools import cache
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import months


class Found(NamedTuple):
    """A date with where it stands; without a year in the text or in the context it has no ISO form."""

    start: int
    end: int
    iso: str | None


_ISO = re.compile(r"(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])")
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(\d{4})(?!\d)")
_SLASHED = re.compile(r"(?<![\d/])(\d{4})/(\d{1,2})/(\d{1,2})(?![\d/])")
_WIDE = re.compile(r"(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]")


@cache
def _named() -> tuple[re.Pattern[str], re.Pattern[str]]:
    names = "|".join(sorted(months(), key=len, reverse=True))
    day = r"(\d{1,2})(?:st|nd|rd|th|\.|er)?"
    year = r"(?:,?\s*(?:de\s+|del\s+)?(\d{4}))?"
    month_first = re.compile(rf"(?<!\w)({names})\.?\s+{day}(?![\d:])\b{year}")
    day_first = re.compile(rf"(?<![\w-]){day}\s+(?:of\s+|de\s+)?({names})(?!\w)\.?{year}")
    return month_first, day_first


@cache
def _range() -> re.Pattern[str]:
    """The first day of `3 to 5 October`; the second is an ordinary date."""
    names = "|".join(sorted(months(), key=len, reverse=True))
    until = r"(?:to|until|till|through|and|-|bis|und|au|al|y|et)"
    return re.compile(
        rf"(?<![\w-])(\d{{1,2}})(?=(?:st|nd|rd|th|\.)?\s*{until}\s*\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?({names})(?!\w)\.?(?:,?\s*(\d{{4}}))?)"
    )


def year_of(text: str) -> int | None:
    """The year that the agent lives in, if its description says a date."""
    match = re.search(r"\b(20\d\d)-\d\d-\d\d\b", text) or re.search(r"\b(20\d\d)\b", text)
    return int(match.group(1)) if match else None


def dates_in(text: str, year: int | None = None) -> list[Found]:
    """Every date of the text in reading order; `year` fills in a missing one."""
    folded = fold(text)
    month_first, day_first = _named()
    found = [_found(match, match.group(1), match.group(2), match.group(3)) for match in _ISO.finditer(folded)]
    found += [_found(match, match.group(3), match.group(2), match.group(1)) for match in _DOTTED.finditer(folded)]
    found += [_found(match, match.group(1), match.group(2), match.group(3)) for match in _SLASHED.finditer(folded)]
    found += [_found(match, match.group(1) or year, match.group(2), match.group(3)) for match in _WIDE.finditer(folded)]
    for match in month_first.finditer(folded):
        found.append(_found(match, match.group(3) or year, months()[match.group(1)], match.group(2)))
    for match in _range().finditer(folded):
        found.append(_found(match, match.group(3) or year, months()[match.group(2)], match.group(1)))
    for match in day_first.finditer(folded):
        found.append(_found(match, match.group(3) or year, months()[match.group(2)], match.group(1)))
    return _without_overlaps(found)


def _found(match: re.Match[str], year: str | int | None, month: str | int, day: str | int) -> Found:
    try:
        iso = date(int(year), int(month), int(day)).isoformat() if year else None
    except ValueError:
        iso = None
    return Found(match.start(), match.end(), iso)


def _without_overlaps(found: list[Found]) -> list[Found]:
    kept: list[Found] = []
    for candidate in sorted(found, key=lambda item: (item.start, -item.end)):
        if not kept or candidate.start >= kept[-1].end:
            kept.append(candidate)
    return kept
