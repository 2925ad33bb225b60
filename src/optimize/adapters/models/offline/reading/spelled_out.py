"""Values read out letter by letter, and descriptions of a shape such as `ORD- plus 8 digits`."""

import re

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import number_words, parts_of, pattern, spans

_SEPARATORS = {
    "dash": "-",
    "hyphen": "-",
    "minus": "-",
    "bindestrich": "-",
    "tiret": "-",
    "guion": "-",
    "slash": "/",
    "dot": ".",
    "underscore": "_",
}


def read_out(text: str, language: str) -> str | None:
    """`o r d dash one two three` → `ORD-123`; None if the text is not spelled out from end to end."""
    parts = [_character(word, language) for word in re.findall(r"[^\W_]+", fold(text))]
    if len(parts) < 4 or not all(parts):
        return None
    return "".join(part for part in parts if part)


def _character(word: str, language: str) -> str | None:
    number = number_words(language).get(word)
    if number is not None and number < 10:
        return str(number)
    if len(word) == 1 or word.isdigit():
        return word.upper()
    return _SEPARATORS.get(word)


def shape_in(text: str, language: str) -> str | None:
    """A pattern (re2) for a described shape: a prefix plus so many digits or letters; None if none is described."""
    match = pattern("shape", language).search(fold(text))
    if match is None:
        return None
    found = parts_of(match)
    begin, end = spans(match).get("prefix", (0, 0))
    prefix = text[begin:end]
    count = found["count"]
    number = int(count) if count.isdigit() else number_words(language).get(count)
    kind = "[A-Za-z]" if found.get("letters") else r"\d"
    return rf"^{re.escape(prefix)}{kind}{{{number}}}$" if number else None


def pattern_like(example: str) -> str:
    """The shape of an example, digits and letters counted: `123-45-6789` → `\\d{3}-\\d{2}-\\d{4}`."""
    runs = re.findall(r"\d+|[A-Z]+|[a-z]+|.", example)
    return r"\b" + "".join(_run(run) for run in runs) + r"\b"


def _run(run: str) -> str:
    kinds = ((str.isdigit, r"\d"), (str.isupper, "[A-Z]"), (str.islower, "[a-z]"))
    kind = next((sign for test, sign in kinds if test(run)), None)
    return re.escape(run) if kind is None else f"{kind}{{{len(run)}}}"


def exactly(number: str) -> str:
    """A pattern that finds this number and no longer one that contains it."""
    return rf"(?:^|[^\w.,-]){re.escape(number)}(?:$|[^\w.,]|[.,](?:\D|$))"
