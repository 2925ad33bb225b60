"""The words of each language, read from data files: markers as patterns, lists, numbers, intents and phrases."""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from optimize.adapters.models.offline.reading.folding import fold

LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")
_WIDE = ("zh", "ja")


@cache
def table(name: str) -> dict[str, Any]:
    """One data file, by name."""
    text = files("optimize.adapters.models.offline.reading.data").joinpath(f"{name}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def spoken(language: str) -> tuple[str, ...]:
    """The languages whose words count in a message: its own, and English, the language of tool names."""
    return (language,) if language == "en" else (language, "en")


def entry_pattern(entry: str, language: str) -> str:
    """`word*` as a beginning, `two_words` with any space, a plain English word with its usual endings."""
    text = re.escape(fold(entry.rstrip("*_")).replace("_", " ")).replace(r"\ ", r"\s+")
    if language in _WIDE:
        return text
    if entry.endswith("*"):
        return rf"{text}\w*"
    return rf"{text}(?:e?s|e?d|ing)?" if language == "en" and not entry.endswith("_") else text


def any_of(entries: list[str], language: str) -> str:
    """One pattern for a list of entries, longest first."""
    body = "|".join(entry_pattern(entry, language) for entry in sorted(entries, key=len, reverse=True))
    begin = r"(?<!\w)" if language == "fr" else r"(?<![\w'])"  # l'annulation, d'achat
    return f"(?:{body})" if language in _WIDE else rf"{begin}(?:{body})(?!\w|-\d)"


@cache
def pattern(kind: str, language: str) -> re.Pattern[str]:
    """The marker `kind` in the languages that count. Values are regular expressions over folded text."""
    found = [source for spoken_in in spoken(language) for source in table(spoken_in)["markers"].get(kind, [])]
    numbered = [re.sub(r"\(\?P<([a-z]+)\d*>", rf"(?P<\g<1>{i}>", source) for i, source in enumerate(found)]
    return re.compile("|".join(f"(?:{source})" for source in numbered) if found else r"(?!)")


def spans(match: re.Match[str]) -> dict[str, tuple[int, int]]:
    """Where the named parts of a marker stand; the same name may come from any of its patterns."""
    return {name.rstrip("0123456789"): match.span(name) for name, value in match.groupdict().items() if value}


def parts_of(match: re.Match[str]) -> dict[str, str]:
    """The named parts of a marker, folded."""
    return {name.rstrip("0123456789"): value for name, value in match.groupdict().items() if value}


def marks(text: str, language: str, *kinds: str) -> bool:
    """Whether any of these markers stands anywhere in the text."""
    folded = fold(text)
    return any(pattern(kind, language).search(folded) for kind in kinds)


def opens(text: str, language: str, *kinds: str) -> bool:
    """Whether the text begins with any of these markers."""
    folded = fold(text)
    return any(pattern(kind, language).match(folded) for kind in kinds)


@cache
def word_pattern(kind: str, language: str) -> re.Pattern[str]:
    """The words of list `kind` in the languages that count, as one pattern over folded text."""
    bodies = [
        any_of(listed, code) for code in spoken(language) if (listed := table(code)["words"].get(kind, "").split())
    ]
    return re.compile("|".join(bodies) if bodies else r"(?!)")


@cache
def number_words(language: str) -> dict[str, int]:
    merged: dict[str, int] = {}
    for code in spoken(language):
        merged |= table(code)["numbers"]
    return merged


@cache
def months() -> dict[str, int]:
    """Folded month names of every language, with their number."""
    return {fold(name): number for code in LANGUAGES for name, number in table(code).get("months", {}).items()}


def phrase(language: str, key: str, **values: object) -> str:
    """A sentence of the phrase table in the person's language, or in English if it has none."""
    text = table(language)["phrases"].get(key) or table("en")["phrases"][key]
    return str(text).format(**values)


def cut(kind: str, language: str, text: str) -> str:
    """The text without every place where the marker `kind` stands."""
    kept, begin = [], 0
    for match in pattern(kind, language).finditer(fold(text)):
        kept.append(text[begin : match.start()])
        begin = match.end()
    return "".join([*kept, text[begin:]])
