"""The words that the audit watches for, in each language, and the words of a text that carry its content."""

import re
from functools import cache, lru_cache

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import number_words, spoken, table

_WORD = re.compile(r"(?<![a-z0-9])[a-z]{3,}")
_WIDE = re.compile(r"[\u3400-\u9fffァ-ヶー]{2,}|[\u3400-\u9fff]")
_SPACED = ("en", "de", "fr", "es")
"""A limit of few words, such as `hochstens zweimal find_order`, may be of any of these."""
_ONE = dict.fromkeys(("un", "une", "una", "uno"), 1)
"""Articles that count."""
_ROOT = 5
"""Letters: the part of a word that its endings leave alone."""


@cache
def sign(kind: str, language: str) -> re.Pattern[str]:
    """The words of one kind, such as `unless`, in the languages that count."""
    return re.compile("|".join(f"(?:{table('audit')[code][kind]})" for code in _without_names(spoken(language), kind)))


def _without_names(codes: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """One language only where a pattern has named parts, which must not stand twice in one pattern."""
    return codes[:1] if kind == "beforehand" else codes


@cache
def limit_signs(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What bounds a number, as kind and pattern with the number as `n`."""
    found: list[tuple[str, re.Pattern[str]]] = []
    for code in (language,) if language in ("zh", "ja") else _SPACED:
        told = table("audit")[code]
        spelled = "|".join(sorted(map(fold, {**number_words(code), **_ONE}), key=len, reverse=True))
        edge = "" if code in ("zh", "ja") else r"(?!\w)"
        number = rf"(?P<n>\d+(?:[.,]\d+)*|{told['once']}|(?:{spelled}){edge})"
        for kind, source in told["limits"]:
            body = source.replace("{n}", number).replace("{o}", f"(?P<n>{told['once']})")
            found.append((kind, re.compile(body)))
    return tuple(found)


@cache
def _empty(language: str) -> frozenset[str]:
    """Roots of the words that say nothing of their own."""
    listed = [word for code in spoken(language) for word in table("audit")[code]["empty"].split()]
    listed += [word for code in spoken(language) for word in table(code)["words"].get("small", "").split()]
    listed += table("en")["words"]["stop"].split()
    return frozenset(_root(fold(word)) for word in listed)


@cache
def _empty_wide(language: str) -> re.Pattern[str]:
    listed = sorted(table("audit")[language]["empty"].split(), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, listed)))


def _root(word: str) -> str:
    return f"{word[:-3]}y"[:_ROOT] if word.endswith("ies") else word[:_ROOT]


@lru_cache(maxsize=1_000)
def content(text: str, language: str) -> frozenset[str]:
    """The roots of the words that carry the content of a text; of Chinese and Japanese, pairs of signs."""
    folded = fold(text)
    empty = _empty(language)
    found = {root for word in _WORD.findall(folded.replace("_", " ")) if (root := _root(word)) not in empty}
    if language in ("zh", "ja"):
        for run in _WIDE.findall(_empty_wide(language).sub(" ", folded)):
            found |= {run[i : i + 2] for i in range(max(1, len(run) - 1))}
    return frozenset(found)


@cache
def kind_words(kind: str) -> frozenset[str]:
    """What a criterion of this kind says beside its own parameters."""
    listed = table("audit")["kinds"].get(kind, "").split()
    return frozenset(_root(fold(word)) for word in listed)
