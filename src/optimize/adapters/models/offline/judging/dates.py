"""Dates as people write them, in one form: `2024-05-12`, `--05-12` without a year, `2024-05` without a day."""

import re
from collections.abc import Iterator

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero",
            "february feb februar février fevrier febrero",
            "march mar märz mars marzo",
            "april apr avril abril",
            "may mai mayo",
            "june jun juni juin junio",
            "july jul juli juillet julio",
            "august aug août aout agosto",
            "september sept sep septembre septiembre",
            "october oct oktober okt octobre octubre",
            "november nov novembre noviembre",
            "december dec dezember dez décembre decembre diciembre",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE = re.compile(
    rf"\b(?P<iy>\d{{4}})-(?P<im>\d{{2}})-(?P<id>\d{{2}})(?!\d)"
    rf"|\b(?P<a>\d{{1,2}})[./](?P<b>\d{{1,2}})[./](?P<y>\d{{4}}|\d{{2}})\b"
    rf"|\b(?P<d1>\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?\s+(?:of\s+|de\s+)?(?P<m1>{_MONTH})\b\.?(?:,?\s+(?:de\s+|del\s+)?(?P<y1>\d{{4}})\b)?"
    rf"|\b(?P<m2>{_MONTH})\b\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<y2>\d{{4}})\b)?"
    rf"|\b(?P<m3>{_MONTH})\b\.?\s+(?:de\s+)?(?P<y3>\d{{4}})\b"
    r"|(?:(?P<cy>\d{4})年)?(?P<cm>\d{1,2})月(?P<cd>\d{1,2})日",
    re.IGNORECASE,
)


def dates_in(text: str) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Start, end and what the date may be (two readings for `05/06/2024`)."""
    for match in _DATE.finditer(text):
        found = frozenset(reading for reading in _readings(match) if reading)
        if found:
            yield match.start(), match.end(), found


def widened(dates: frozenset[str]) -> frozenset[str]:
    """The dates with what is said by leaving parts out: a source that gives a full date also gives its day."""
    parts = {part for date in dates if len(date) == 10 for part in (date, f"--{date[5:]}", date[:7])}
    return frozenset(dates | parts)


def _readings(match: re.Match[str]) -> Iterator[str | None]:
    part = match.groupdict()
    if part["iy"]:
        yield _date(part["iy"], int(part["im"]), int(part["id"]))
    elif part["a"]:
        year = part["y"] if len(part["y"]) == 4 else f"20{part['y']}"
        yield _date(year, int(part["b"]), int(part["a"]))
        yield _date(year, int(part["a"]), int(part["b"]))
    elif part["m3"]:
        yield f"{part['y3']}-{_MONTHS[part['m3'].lower()]:02d}"
    elif part["cm"]:
        yield _date(part["cy"], int(part["cm"]), int(part["cd"]))
    else:
        month = _MONTHS[(part["m1"] or part["m2"]).lower()]
        yield _date(part["y1"] or part["y2"], month, int(part["d1"] or part["d2"]))


def _date(year: str | None, month: int, day: int) -> str | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{year}-{month:02d}-{day:02d}" if year else f"--{month:02d}-{day:02d}"
