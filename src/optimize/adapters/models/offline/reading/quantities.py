"""How much a call may carry and how often it may happen."""

import re
from typing import Literal

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.entities import plain_number
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import number_words, parts_of, pattern
from optimize.adapters.models.offline.reading.negation import negated_in
from optimize.adapters.models.offline.reading.profiles import name_words

Bound = Literal["at_most", "at_least", "beyond", "below"]
"""`beyond` and `below` leave the number itself out, which no check of a call can say."""

_COUNTED = re.compile(
    r"\b(?:quantity|amount|size|count|value|number|total|limit|price|cost|nights|guests|days|"
    r"months|weeks|years|hours|seats|tickets|persons|people|copies|units|packs|points|rooms|items)\b"
)
_WRITTEN = re.compile(
    r"(?i)(?:[$€£]|(?<![A-Za-z])(?:EUR|USD|GBP|CHF)) ?\d[\d.,]*"
    r"|\d[\d.,]*(?: ?(?:[$€£]|(?:EUR|USD|GBP|CHF|euros?|dollars?)\b))?"
)
_SPOKEN = {
    "once": 1,
    "twice": 2,
    "thrice": 3,
    "viermal": 4,
    "una": 1,
    "einmal": 1,
    "zweimal": 2,
    "dreimal": 3,
    "une": 1,
    "second": 2,
    "third": 3,
}


def counts(parameter: str) -> bool:
    """Whether a parameter says how many or how much, by its name."""
    return bool(_COUNTED.search(name_words(parameter)))


def ceiling_in(text: str, language: str, parameters: tuple[str, ...]) -> dict[str, JsonValue]:
    """`must not refill more than 30`: the largest number that the call's quantity may have."""
    match = pattern("ceiling", language).search(fold(text))
    target = next((name for name in parameters if counts(name)), None)
    if match is None or target is None:
        return {}
    return {target: {"at_most": float(plain_number(parts_of(match)["n"]))}}


def times_in(text: str, language: str) -> dict[str, JsonValue]:
    """`exactly once`, `at most twice`, `three times`: how often a tool is called; empty for "at least once"."""
    said = text[: _occasion(text, language)]
    found = [parts_of(match) for match in pattern("times", language).finditer(fold(said))]
    if not found or ("most" not in found[0] and negated_in(said, language)):
        return {}
    ends = {_end(parts): _times(parts, language) for parts in found[:2]}
    if ends.keys() == {"at_least", "at_most"} and ends["at_least"] <= ends["at_most"]:
        return {**ends}
    kind, count = _end(found[0]), _times(found[0], language)
    return {} if (kind, count) == ("at_least", 1) else {kind: count}


def _end(found: dict[str, str]) -> str:
    return "at_most" if "most" in found else "at_least" if "least" in found else "exactly"


def _times(found: dict[str, str], language: str) -> int:
    return _count(found.get("n") or _number_in(found.get("least", "once")), language)


def limits_alone(text: str, language: str) -> bool:
    """`must call A at most twice`, where the limit is no addition such as `must call A, but at most twice`."""
    match = pattern("times", language).search(fold(text))
    if match is None or "most" not in parts_of(match):
        return False
    return not pattern("added", language).search(fold(text[: match.start()]))


def _number_in(said: str) -> str:
    """`twice or more` starts at twice, `more than once` as well."""
    return "twice" if said == "more than once" else said.split()[0]


def most_times(text: str, language: str) -> int | None:
    """`never twice`, `not more than once`, `never again`: the most calls that such a ban leaves."""
    said = text[: _occasion(text, language)]
    match = pattern("repeated", language).search(fold(said))
    if match is None or not negated_in(said, language):
        return None
    found = parts_of(match)
    if "more" in found:
        return _count(found["more"], language)
    return max(1, _count(found.get("n", "twice"), language) - 1)


def repeats_the_same(text: str, language: str) -> bool:
    """`never refund the same order twice`: other orders may be refunded, so calls are not counted."""
    return bool(pattern("same_thing", language).search(fold(text))) and most_times(text, language) is not None


def _occasion(text: str, language: str) -> int:
    """Where the condition begins: in `never refund if the customer asks twice` nobody counts the refunds."""
    match = pattern("occasion", language).search(fold(text))
    return match.start() if match else len(text)


def _count(said: str, language: str) -> int:
    return _SPOKEN.get(said) or (int(said) if said.isdigit() else number_words(language).get(said, 1))


def bound_of(text: str, start: int, end: int, language: str) -> Bound | None:
    """What `at most`, `no less than` or `over` says of the value from `start` to `end`; `or more` stands behind it."""
    before, behind = fold(text[:start]), fold(text[end:])
    near = before[-40:]
    if pattern("up_to", language).search(near) or pattern("up_to_behind", language).search(behind):
        return "at_most"
    if pattern("from_on", language).search(near) or pattern("from_on_behind", language).search(behind):
        return "at_least"
    denied = negated_in(before, language)
    if pattern("over", language).search(near):
        return "at_most" if denied else "beyond"
    if pattern("under", language).search(near):
        return "at_least" if denied else "below"
    return _said_behind(text, behind, language)


def _said_behind(text: str, behind: str, language: str) -> Bound | None:
    """`500ユーロを超えて…ない`: where the limit and the ban both follow the number."""
    denied = negated_in(text, language)
    if pattern("over_behind", language).match(behind):
        return "at_most" if denied else "beyond"
    if pattern("under_behind", language).match(behind):
        return "at_least" if denied else "below"
    return None


def bounds_a_number(text: str, language: str) -> bool:
    """Whether any number of the text is a limit."""
    numbers = _WRITTEN.finditer(text)
    return any(bound_of(text, number.start(), number.end(), language) for number in numbers)
