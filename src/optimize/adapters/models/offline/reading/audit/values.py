"""Numbers, identifiers and quoted texts of a clause must stand somewhere in the draft."""

import re

from optimize.adapters.models.offline.reading.audit.drafted import Drafted
from optimize.adapters.models.offline.reading.audit.lexis import sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.folding import fold

_VALUE = re.compile(r"(?<![\w.])(?:[a-z]{1,6}-?)?#?\d+(?:[.,:/-]\d+)*(?:-[a-z0-9]+)*", re.IGNORECASE)
_QUOTE = re.compile(r"\"([^\"\n]+)\"|「([^」\n]+)」|“([^”\n]+)”|„([^“\n]+)“")
_ITEM = re.compile(r"^\s*\(?\d{1,2}[.)]\s*")
_DIGITS = re.compile(r"\d+")


def missed(piece: Piece, draft: Drafted) -> bool:
    """Whether a value of the clause stands nowhere in the draft, as it is or as it counts there."""
    if "answerMatches" in draft.kinds and sign("ban", draft.language).search(piece.folded):
        return False  # `42, not 420`: the pattern leaves the others out
    text = _without_label(_ITEM.sub("", piece.text), draft.language)
    written = fold(draft.written)
    numbers = _numbers(written)
    quotes = [next(filter(None, found)) for found in _QUOTE.findall(text)]
    return any(not _there(value, written, numbers) for value in values_in(text)) or any(
        not _said(quote, written) for quote in quotes
    )


def values_in(text: str) -> list[str]:
    """Numbers and identifiers, as written."""
    return _VALUE.findall(text)


def _without_label(text: str, language: str) -> str:
    """Without the `test 2` that only counts."""
    label = sign("label", language).search(fold(text))
    return text[: label.start()] + text[label.end() :] if label else text


def _there(value: str, written: str, numbers: set[float]) -> bool:
    folded = fold(value).strip(".,:/-#")
    if folded in written or (re.search("[a-z]", folded) and _said(folded, written)):
        return True
    parts = _DIGITS.findall(folded)
    if len(parts) > 1 and all(float(part) in numbers for part in parts):
        return True
    return any(near in numbers for number in _numbers(folded) for near in _counted(number))


def _counted(number: float) -> tuple[float, ...]:
    """The same number as a share, in seconds, and as the bound that leaves it out."""
    return (number, number / 100, number * 60, number / 1000, number - 1, number + 1)


def _said(text: str, written: str) -> bool:
    plain = re.sub(r"[^\w]+", "", fold(text))
    return not plain or plain in re.sub(r"[^\w]+", "", written)


def _numbers(text: str) -> set[float]:
    found = {float(part) for part in _DIGITS.findall(text)}
    found |= {float(part) for part in re.findall(r"\d+\.\d+", text)}
    return (
        found
        | {float(part.replace(",", "")) for part in re.findall(r"\d{1,3}(?:,\d{3})+", text)}
        | {float(part.replace(".", "")) for part in re.findall(r"\d{1,3}(?:\.\d{3})+", text)}
        | {float(part.replace(",", ".")) for part in re.findall(r"\d+,\d+", text)}
    )
