"""The one rule by which texts are compared, and the one way untrusted text is cleaned."""

import re
import unicodedata
from functools import lru_cache

_SPACE = re.compile(r"\s+")
_BLANK = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_NUMERALS = "".join(map(re.escape, filter(lambda c: unicodedata.category(c) == "No", map(chr, range(0x80, 0x3400)))))
_BESIDE_DIGIT = re.compile(rf"(?<=\d)(?=[{_NUMERALS}])|(?<=[{_NUMERALS}])(?=\d)")
_UNIFIED = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ＇", "'"),
        **dict.fromkeys("“”„‟″«»＂", '"'),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    }
)


def fold(text: str, *, case_sensitive: bool = False) -> str:
    """The form in which two texts are compared.

    NFKC, white space of any kind (U+00A0 and U+202F included) folded to one space, curly quotes and dashes
    unified, and case folded unless `case_sensitive`. NFKC runs again after case folding, because folding can
    undo it. A fraction or raised numeral beside a digit is set apart first, else NFKC would write 1½ as 11⁄2.
    """
    apart = _BESIDE_DIGIT.sub(" ", text.translate(_UNIFIED))
    unified = unicodedata.normalize("NFKC", apart).translate(_UNIFIED)
    if not case_sensitive:
        unified = unicodedata.normalize("NFKC", unified.casefold())
    return _SPACE.sub(" ", unified).strip()


def composed(text: str) -> str:
    """The form in which a pattern reads a text: NFC, every kind of space (U+00A0, U+202F, …) a plain one.

    Case, line ends and punctuation stay, because a pattern may ask for them.
    """
    return _BLANK.sub(" ", unicodedata.normalize("NFC", text))


def occurs(needle: str, haystack: str, *, case_sensitive: bool = False) -> bool:
    """Whether `needle` occurs in `haystack` under the rule of `fold`. An empty needle occurs nowhere."""
    folded = fold(needle, case_sensitive=case_sensitive)
    return bool(folded) and folded in _haystack(haystack, case_sensitive)


@lru_cache(maxsize=1)
def _haystack(text: str, case_sensitive: bool) -> str:
    # An answer is folded once, however many texts are looked for in it.
    return fold(text, case_sensitive=case_sensitive)


def clean(text: str) -> str:
    """Untrusted text in a form that every store, parser and page accepts.

    Lone surrogates and NUL become visible marks (`⟦U+D800⟧`); everything else stays as it was.
    """
    if "\0" not in text and text.isascii():
        return text
    return "".join(f"⟦U+{ord(c):04X}⟧" if c == "\0" or 0xD800 <= ord(c) <= 0xDFFF else c for c in text)


def shortened(text: str, limit: int = 160) -> str:
    """`text` on one line, at most `limit` characters, for reasons and titles."""
    line = _SPACE.sub(" ", text).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
