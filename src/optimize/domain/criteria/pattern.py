"""Patterns: google-re2 only, which never backtracks, and no search that would take long for all that."""

from typing import Annotated, Any

import re2
from pydantic import AfterValidator, StringConstraints

from optimize.domain.errors import Invalid
from optimize.domain.storable import Storable
from optimize.domain.template import with_stand_ins
from optimize.domain.text import clean, composed, shortened

PATTERN_LIMIT = 500
SIZE_LIMIT = 10_000
EFFORT_LIMIT = 50_000_000
"""What one search may cost, see `effort`: a few seconds at the very worst."""
_MEMORY = 8 << 20
_PROBE_MEMORY = 1 << 16
_TOO_LARGE = "the pattern is too large when repetitions are written out; use smaller repetitions"
_HINTS = {
    "(?=": "look-ahead is not supported",
    "(?!": "look-ahead is not supported",
    "(?<": "look-behind and conditions are not supported",
    "\\Z": "write \\z for the end of the text",
    **{f"\\{digit}": "back-references are not supported" for digit in range(1, 10)},
}


def found(pattern: str, text: str) -> str | None:
    """The first place in `text` that `pattern` finds; None if there is none.

    Both are compared in composed form (NFC) with no-break spaces as plain spaces. Raises ValueError for a bad pattern,
    and Invalid `too_long_to_search` for a text that is too long for it.
    """
    if effort(pattern, text) > EFFORT_LIMIT:
        longest = EFFORT_LIMIT // effort(pattern, "x")
        detail = f"The text has {len(text):,} characters; this pattern can search {longest:,}. Use a simpler pattern."
        raise Invalid("too_long_to_search", detail)
    match = compiled(pattern).search(clean(composed(text)))
    return None if match is None else str(match.group())


def effort(pattern: str, text: str) -> int:
    """The most steps a search can take: each instruction of the compiled pattern at each character."""
    return int(compiled(pattern).programsize) * len(text)


def compiled(pattern: str) -> Any:
    """The pattern, ready to search. Raises ValueError that says what is wrong with it and where."""
    try:
        ready = re2.compile(composed(pattern), _options(_MEMORY))
    except re2.error as error:
        raise ValueError(_complaint(pattern, _words(error))) from error
    # Linear is not enough: the time is the size of the program times the length of the answer.
    if ready.programsize > SIZE_LIMIT:
        raise ValueError(_TOO_LARGE)
    return ready


def _options(memory: int) -> Any:
    options = re2.Options()
    options.max_mem = memory
    options.log_errors = False
    return options


def _words(error: Exception) -> str:
    words = error.args[0] if error.args else ""
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)


def _complaint(pattern: str, words: str) -> str:
    if "pattern too large" in words:
        return _TOO_LARGE
    what, _, fragment = words.partition(": ")
    start, end = _place(pattern, words)
    hint = next((f" ({hint})" for sign, hint in _HINTS.items() if fragment.startswith(sign)), "")
    return f"the pattern is not valid at position {start + 1}, “{shortened(pattern[start:end], 40)}”: {what}{hint}"


def _place(pattern: str, words: str) -> tuple[int, int]:
    """Where the error stands. re2 names the fragment but not its position, so the pattern is read piece by piece."""
    what, _, fragment = words.partition(": ")
    if what == "missing )":
        complete = [end for end in range(len(pattern)) if not _error(pattern[:end])]
        return complete[-1], len(pattern)
    if what == "missing ]":
        return len(pattern) - len(fragment), len(pattern)
    whole = what == "unexpected )"
    length = 1 if whole else max(1, len(fragment))
    end = len(pattern)
    while end > length and _error(pattern[: end - 1]) == (f"{what}: {pattern[: end - 1]}" if whole else words):
        end -= 1
    return end - length, end


def _error(piece: str) -> str:
    try:
        re2.compile(piece, _options(_PROBE_MEMORY))
    except re2.error as error:
        words = _words(error)
        # A piece that is only too large for the small probe is well formed.
        return "" if "pattern too large" in words else words
    return ""


def _checked(pattern: str) -> str:
    compiled(with_stand_ins(pattern, "x"))
    return pattern


Pattern = Annotated[
    str,
    StringConstraints(strict=True, min_length=1, max_length=PATTERN_LIMIT),
    Storable,
    AfterValidator(_checked),
]
"""A pattern that compiles; placeholders count as a letter until they are filled."""
