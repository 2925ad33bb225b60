"""Which of the six languages a message is written in."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, table

_KANA = re.compile(r"[\u3040-\u30ff]")
_JAPANESE = re.compile(r"[込払済価届売検転録総権戻実対発単関変読働]|返金|注文|請求")
"""Signs and words without kana that no Chinese text has."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_QUOTED = re.compile(r"\"[^\"]*\"|「[^」]*」|“[^”]*”")
_LATIN = tuple(code for code in LANGUAGES if code not in ("zh", "ja"))


def language_of(message: str, fallback: str = "en") -> str:
    """The language of the message by script, then by its small words; `fallback` when it is as likely."""
    text = re.sub(r"\bw/o?(?!\w)", " ", _QUOTED.sub(" ", message))
    if _KANA.search(text) or _JAPANESE.search(text):
        return "ja"
    if _HAN.search(text):
        return "zh"
    found = [word for word in re.findall(r"[a-z0-9'_]+", fold(text)) if not re.search(r"[\d_]", word)]
    pieces = [piece for word in found for piece in (word, *word.split("'")[:-1])]
    counts = {code: sum(piece in _small_words(code) for piece in pieces) + _letters(text, code) for code in _LATIN}
    most = max(counts.values())
    best = [code for code in _LATIN if counts[code] == most]
    if len(best) > 1 and (told := _by_vocabulary(found, best)):
        return told
    return best[0] if most and fallback not in best else fallback


def _by_vocabulary(found: list[str], codes: list[str]) -> str | None:
    """The one language that knows the most of the words at all: `genau einmal find_order` has no small ones."""
    known = {code: sum(_knows(word, code) for word in found) for code in codes}
    most = max(known.values())
    first = [code for code in codes if known[code] == most]
    return first[0] if most and len(first) == 1 else None


def _knows(word: str, code: str) -> bool:
    return word in _vocabulary(code) or word.startswith(_beginnings(code))


@cache
def _beginnings(code: str) -> tuple[str, ...]:
    """`urlaub*`: how the words for acts and things begin."""
    kinds = table("concepts").values()
    listed = [word for kind in kinds for entry in kind.values() for word in entry.get(code, "").split()]
    return tuple(fold(word[:-1]) for word in listed if word.endswith("*") and len(word) > _LONG_ENOUGH)


_LONG_ENOUGH = 4


@cache
def _vocabulary(code: str) -> frozenset[str]:
    """The words of a language's lists, numbers, acts and things; those of its patterns too, where they are whole."""
    listed = [*table(code)["words"].values(), *table(code)["numbers"]]
    listed += [entry.get(code, "") for kind in table("concepts").values() for entry in kind.values()]
    spelled = [source for sources in table(code)["markers"].values() for source in sources]
    whole = {fold(word) for text in listed for word in re.findall(r"[^\W\d_]{3,}", text)}
    return frozenset(whole | {word for text in spelled for word in _IN_PATTERNS.findall(text)})


_IN_PATTERNS = re.compile(r"(?<![a-z\\\[])[a-z]{4,}(?![a-z*?\[\\])")


_OWN_LETTERS = {"de": "äöüß", "fr": "éèêàçùœ", "es": "ñ¿¡áéíóú"}


def _letters(text: str, code: str) -> int:
    """How many letters and signs of the text the language has and English has not."""
    return sum(letter in text.lower() for letter in _OWN_LETTERS.get(code, ""))


def is_small(word: str, language: str) -> bool:
    """Whether it is one of the small words of the language, such as an article."""
    return fold(word) in _small_words(language)


@cache
def _small_words(code: str) -> frozenset[str]:
    return frozenset(fold(table(code)["words"]["small"]).split())
