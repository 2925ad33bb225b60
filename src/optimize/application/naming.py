"""Which test does a person mean? By id, by name, or by words that only one name holds. A wrong guess is never made."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz, process

from optimize.domain.acceptance_test import AcceptanceTest, TestState
from optimize.domain.errors import NotFound
from optimize.domain.text import clean, fold

_NEAREST = 3
_LONGEST = 200
_MARK = 4
_SAME_WORD = 85
_WORD = re.compile(r"\w+")
_FILLERS = frozenset({"a", "an", "the", "test", "tests", "draft", "drafts"})


def the_test(agent: str, tests: Sequence[AcceptanceTest], reference: str) -> AcceptanceTest:
    """The one test that is meant. Raises NotFound `no_such_test`, naming the nearest, if none or more than one fits."""
    asked = clean(reference).strip()[:_LONGEST]
    with_id = [test for test in tests if test.id == asked]
    with_name = [test for test in tests if fold(test.name) == fold(asked)]
    in_use = [test for test in tests if test.state is not TestState.RETIRED]
    fitting = with_id or [test for test in with_name if test in in_use] or with_name
    fitting = fitting or [test for test in in_use if _means(asked, test.name)]
    if len(fitting) == 1:
        return fitting[0]
    nearest = _told(fitting[:_NEAREST] or _near(asked, in_use))
    hint = f" Nearest: {', '.join(nearest)}." if nearest else " It has no tests yet."
    raise NotFound("no_such_test", f"{agent} has no single test “{asked}”.{hint}", nearest=nearest)


def _means(asked: str, name: str) -> bool:
    """Every word that was said stands in the name, give or take a letter; a word with a digit exactly."""
    words = [word for word in _WORD.findall(fold(asked)) if word not in _FILLERS]
    return bool(words) and all(_stands(word, _WORD.findall(fold(name))) for word in words)


def _stands(word: str, words: Sequence[str]) -> bool:
    if word in words:
        return True
    exact = any(character.isdigit() for character in word)
    return not exact and any(fuzz.ratio(word, other) >= _SAME_WORD for other in words)


def _near(asked: str, tests: Sequence[AcceptanceTest]) -> list[AcceptanceTest]:
    names = [fold(test.name) for test in tests]
    found = process.extract(fold(asked), names, scorer=fuzz.WRatio, limit=_NEAREST)
    return [tests[position] for _, _, position in found]


def mark(test_id: str) -> str:
    """The end of an id, by which tests of one name are told apart on a page or a card."""
    return f"#{test_id[-_MARK:]}"


def apart(name: str, test_id: str, tests: Sequence[AcceptanceTest]) -> str:
    """The name as a person reads it; with its mark where another of these tests goes by the same."""
    clash = any(other.id != test_id and fold(other.name) == fold(name) for other in tests)
    return f"{name} ({mark(test_id)})" if clash else name


def _told(tests: Sequence[AcceptanceTest]) -> list[str]:
    """Names; with their ids where a name alone does not tell them apart."""
    names = [test.name for test in tests]
    return [test.name if names.count(test.name) == 1 else f"{test.name} ({test.id})" for test in tests]
