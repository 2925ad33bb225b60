"""Text made comparable without moving a single character, so that positions found in it hold in the original."""

import re
import unicodedata
from functools import lru_cache

_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "\u00a0": " ", "\u202f": " "}
)


def clean(text: str) -> str:
    """NFKC, straight quotes, plain dashes and spaces; the form every stage reads."""
    plain = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    return re.sub(r"«[^\S\n]*([^«»\n]+?)[^\S\n]*»", r'"\1"', plain).strip()


def _folded(char: str) -> str:
    bare = unicodedata.normalize("NFD", char)[0].lower() if char.isalpha() else char
    return bare if len(bare) == 1 and ord(char) < 0x2000 else char


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Lower case without accents, character by character: the length stays."""
    return "".join(map(_folded, text))


def words(text: str) -> list[str]:
    """Folded words; identifiers with an underscore stay whole."""
    return re.findall(r"[^\W_]+(?:['_-][^\W_]+)*", fold(text))


_SUFFIXES = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "s", "e", "y")


def stem(word: str) -> str:
    """A word without its English ending; crude, but the same for both sides of a comparison."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    else:
        suffix = ""
    word = word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
    return word[:-2] if suffix in ("ed", "ing", "ings") and word.endswith("er") and len(word) > 4 else word


def is_cjk(text: str) -> bool:
    return bool(re.search(r"[\u3040-\u30ff\u3400-\u9fff]", text))
