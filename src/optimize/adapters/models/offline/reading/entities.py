"""What a message names exactly: quoted texts, ids, amounts, dates, times, addresses, numbers, names."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.dates import dates_in
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import number_words, table


class Entity(NamedTuple):
    """One exact thing; `value` is its normalised form, `text` what was written, `start` and `end` where."""

    kind: str
    text: str
    value: str
    start: int
    end: int


_QUOTE = re.compile(
    r"\"([^\"\n]{1,600})\"|「([^」\n]{1,400})」|“([^”\n]{1,400})”|«\s?([^»\n]{1,400}?)\s?»|„([^“\"\n]{1,400})[“\"]"
    r"|(?<![\w])'([^'\n]*(?:(?<=\w)'(?=\w)[^'\n]*)*)'(?!\w)"
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"\+\d[\d ()-]{6,}\d")
_AMOUNT = re.compile(
    r"(?:[$€£¥]|(?<![A-Za-z])(?:USD|EUR|GBP|CHF)\s?)\s?(\d[\d,.]*\d|\d)"
    r"|(\d[\d,.]*\d|\d)\s?(?:[$€£¥]|(?:usd|eur|gbp|chf|jpy|dollars?|euros?|pounds?|yen|francs?|dolares|libras|livres)(?![A-Za-z])|欧元|美元|元|円|ドル|ユーロ)",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?<![\d:])(\d{1,2})(?::(\d{2}))?\s?(am|pm|a\.m\.|p\.m\.)(?!\w)|(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(?<![A-Za-z0-9_.])(\d+(?:[.,]\d+)?)\s?(?:%|percent|prozent|pour cent|por ciento|per cent)", re.IGNORECASE
)
_FILE = re.compile(
    r"(?<![\w.])[\w-]+(?:/[\w.-]+)*\.(?:tsx?|jsx?|css|html?|py|json|md|csv|xlsx?|pdf|ya?ml|txt|sql|java|go|rs)(?!\w)"
)
_STREET = r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Square|Sq|Boulevard|Blvd|Way|Court|Place)"
_ADDRESS = re.compile(
    rf"(?<!\w)\d{{1,5}}[a-z]?,? (?:[A-Z][\w'.-]+ ){{0,3}}{_STREET}\b\.?"
    r"(?:,? (?:[A-Z][\w-]+|\d{4,6}|[A-Z]{1,2}\d\w*))*"
    r"|(?<!\w)[A-ZÄÖÜ][\w-]*(?:straße|strasse|weg|platz|gasse|allee) \d{1,4}[a-z]?(?:, (?:\d{5} )?[A-ZÄÖÜ][\w-]+)?"
    r"|(?<!\w)\d{1,4},? (?:rue|avenue|boulevard|place|chemin) [^.,;\"]{3,40}(?:, (?:\d{5} )?[A-ZÉÈ][\w-]+)?"
    r"|(?<!\w)(?:Calle|Avenida|Plaza|Paseo) [^.,;\"]{2,40}(?:,? \d{1,4})(?:, (?:\d{5} )?[A-ZÁÉÍÓÚ][\w-]+)?"
)
_ID = re.compile(
    r"(?<![#-])(?<![^\W\u3040-\u30ff\u3400-\u9fff])#?(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])"
    r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*(?![^\W\u3040-\u30ff\u3400-\u9fff]|-)"
)
_DASHED = re.compile(r"(?<![\w.-])\d{2,}(?:-\d{2,})+(?![\w-])")
_CODE = re.compile(r"(?<![\w-])[A-Z]{3,6}(?![\w-])")
_SNAKE = re.compile(r"(?<![\w-])[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)")
CALLS = r"(?i:times|mal|fois|veces|calls?|aufrufe?n?|appels?|llamadas?)\b"
"""What counts calls, so that a number before it is no value."""
_TO = r"(?i:and|to|or|und|bis|oder|et|a|à|ou|y|o|到|至|から|〜|-|–)"
_NUMBER = re.compile(
    r"(?<![^\W\u3040-\u30ff\u3400-\u9fff])(?<![.,-])\d+(?:[.,]\d+)*"
    r"(?![^\W\u3040-\u30ff\u3400-\u9fff]|-|[次遍回度年月日号番目]|[.,]\d"
    rf"|\s*{CALLS}|\s*{_TO}\s*\d+\s*(?:{CALLS}|[次遍回度]))"
)
_ORDINAL = re.compile(r"^\d+(?:st|nd|rd|th|s|x|min|mg|kg|km|h|am|pm|er|d|k)$", re.IGNORECASE)


def entities_in(text: str, language: str, year: int | None = None) -> list[Entity]:
    """Every exact thing in reading order; what is part of a longer one is not listed again."""
    found = _quotes(text) + _masked(text, language, year)
    return sorted(found, key=lambda entity: entity.start)


def _quotes(text: str) -> list[Entity]:
    found = []
    for match in _QUOTE.finditer(text):
        inner = next(group for group in match.groups() if group is not None).strip()
        if inner:
            found.append(Entity("quote", match.group(), inner, match.start(), match.end()))
    return found


def _masked(text: str, language: str, year: int | None) -> list[Entity]:
    """All but quotes; each kind hides its text from the kinds after it."""
    kept: list[Entity] = []
    for kind, start, end, value in _candidates(text, language, year):
        if all(end <= other.start or start >= other.end for other in kept):
            kept.append(Entity(kind, text[start:end], value, start, end))
    return kept


def _candidates(text: str, language: str, year: int | None) -> list[tuple[str, int, int, str]]:
    found = [("email", m.start(), m.end(), m.group()) for m in _EMAIL.finditer(text)]
    found += [("phone", m.start(), m.end(), re.sub(r"[ ()-]", "", m.group())) for m in _PHONE.finditer(text)]
    found += [("address", m.start(), m.end(), m.group()) for m in _ADDRESS.finditer(text)]
    found += [("file", m.start(), m.end(), m.group()) for m in _FILE.finditer(text)]
    found += [("date", f.start, f.end, f.iso or text[f.start : f.end]) for f in dates_in(text, year)]
    found += [("percent", m.start(), m.end(), m.group(1)) for m in _PERCENT.finditer(text)]
    found += [("amount", m.start(), m.end(), plain_number(m.group(1) or m.group(2))) for m in _AMOUNT.finditer(text)]
    found += [("time", m.start(), m.end(), _clock(m)) for m in _TIME.finditer(text)]
    found += [("snake", m.start(), m.end(), m.group()) for m in _SNAKE.finditer(text) if not _ID.fullmatch(m.group())]
    found += [("id", m.start(), m.end(), m.group().lstrip("#")) for m in _ID.finditer(text) if _is_id(m.group())]
    found += [("id", m.start(), m.end(), m.group()) for m in _DASHED.finditer(text)]
    found += [("code", m.start(), m.end(), m.group()) for m in _CODE.finditer(text) if _is_code(m.group(), language)]
    found += [("number", m.start(), m.end(), plain_number(m.group())) for m in _NUMBER.finditer(text)]
    return found + _number_words(text, language)


def _number_words(text: str, language: str) -> list[tuple[str, int, int, str]]:
    if language in ("zh", "ja"):
        return []
    known = number_words(language)
    matches = re.finditer(r"[^\W\d_]+(?!\s+(?:times|mal|fois|veces)\b)", fold(text))
    return [("word", m.start(), m.end(), str(known[m.group()])) for m in matches if m.group() in known]


def _is_id(text: str) -> bool:
    return len(text) > 1 and not _ORDINAL.match(text)


def _is_code(text: str, language: str) -> bool:
    return fold(text) not in _shouted(language)


def _shouted(language: str) -> frozenset[str]:
    return frozenset(f"{table('en')['words']['shouted']} {table(language)['words'].get('shouted', '')}".split())


def _clock(match: re.Match[str]) -> str:
    if match.group(4) is not None:
        return f"{int(match.group(4)):02d}:{match.group(5)}"
    hour = int(match.group(1)) % 12 + (12 if match.group(3).lower().startswith("p") else 0)
    return f"{hour:02d}:{match.group(2) or '00'}"


def plain_number(text: str) -> str:
    """`1,628` → `1628`, `19,90` → `19.90`: a separator followed by three digits groups, another one divides."""
    text = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", text)
    return text.replace(",", ".")
