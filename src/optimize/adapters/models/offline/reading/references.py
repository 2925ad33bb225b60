"""Which existing test or draft a message means: by id, name, place, pronoun, or the words it shares with one."""

import re
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz

from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold, is_cjk, stem
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, parts_of, pattern, table
from optimize.adapters.models.offline.reading.ordinals import ordinal_in
from optimize.adapters.models.offline.reading.profiles import content_stems


class Reference(NamedTuple):
    """The test that is meant, or those that may be; `named`: the message points at one, though nothing fits."""

    test: KnownTest | None
    among: list[KnownTest]
    named: bool


_NEARLY = 84
_PARTICLES = frozenset("をはがのにでとへ的了")
"""Signs that join any words to any others, so that a pair with one of them tells nothing."""


def tests_named(text: str, context: Context) -> list[KnownTest]:
    """Every test whose id, full name or label (`A3 seat count` is labelled `A3`) stands in the text, in its order."""
    folded = fold(text)
    found = [(span, test) for test in context.tests for span in _places(folded, test)]
    # The longest name wins: `Calls list invoices at most 2×` does not name a test `Calls list invoices`.
    whole = [(span, test) for span, test in found if not any(_within(span, other) for other, _ in found)]
    named = (test for _, test in sorted(whole, key=lambda pair: pair[0][0]))
    return list({test.id: test for test in named}.values())


def _within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1] and inner != outer


def revised_in(text: str, language: str, context: Context) -> Reference:
    """The test that a change is about: the one clearly named, else what this thread drafted last.

    Words that a change shares with some other test are its own: `change the first message` names no test.
    """
    if not (exact := tests_named(text, context)) and (last := context.test(context.last_draft or "")):
        called = pattern("draft_called", language).search(fold(text))
        alike = _by_words(parts_of(called)["words"], list(context.tests)) if called else []
        placed = ordinal_in(text, language, context)
        meant = (placed and placed.test) or (alike[0] if len(alike) == 1 else last)
        return Reference(meant, [meant], True)
    return Reference(exact[0], exact, True) if exact else reference_in(text, language, context)


def _places(folded: str, test: KnownTest) -> list[tuple[int, int]]:
    label = re.match(r"[A-Za-z]{1,4}-?\d{1,4}(?=[\s:.)-]|$)", test.name)
    names = [test.id, *([test.name] if len(test.name) > 3 else []), *([label.group()] if label else [])]
    return [match.span() for name in names if (match := found_in(folded, name)) and not _orders(folded, name, match)]


def _orders(folded: str, name: str, match: re.Match[str]) -> bool:
    """Whether the name is only the command itself, such as a draft that is called `Drop the answer criterion`."""
    lead = folded[: match.start()]
    politely = not lead or any(pattern("polite", code).fullmatch(lead) for code in LANGUAGES)
    return politely and any(pattern("order", code).match(fold(name)) for code in LANGUAGES)


def found_in(folded: str, name: str) -> re.Match[str] | None:
    """Where a name stands. Words of scripts without spaces may touch a name."""
    return re.search(rf"(?<![A-Za-z0-9_-]){re.escape(fold(name))}(?![A-Za-z0-9_]|-\w)", folded)


def reference_in(
    text: str, language: str, context: Context, states: tuple[str, ...] = (), *, pronouns: bool = True
) -> Reference:
    """The one test that the text points at, within the given states (all if empty); `pronouns`: "it" counts."""
    pool = [test for test in context.tests if not states or test.state in states]
    exact = tests_named(text, context)
    if exact:
        return Reference(next((test for test in exact if not _spared(text, language, test)), exact[0]), exact, True)
    placed = ordinal_in(text, language, context)
    if placed:
        return Reference(placed.test, [placed.test] if placed.test else pool, True)
    alike = _by_words(text, pool)
    if len(alike) == 1:
        return Reference(alike[0], alike, True)
    pointed = pronouns and bool(pattern("pointing", language).search(fold(text)))
    if pointed and not alike:
        it = _it(pool, context)
        return Reference(it, [it] if it else pool, True)
    return Reference(None, alike, bool(alike) or pointed)


def _spared(text: str, language: str, test: KnownTest) -> bool:
    """`discard not t-1 but t-2`: the test is named to be left alone."""
    folded = fold(text)
    places = [match.start() for name in (test.id, test.name) if (match := found_in(folded, name))]
    return any(pattern("spared", language).search(folded[:place]) for place in places)


def _it(pool: list[KnownTest], context: Context) -> KnownTest | None:
    """What was drafted last here, also once it is accepted: it is never the draft of another conversation."""
    last = context.test(context.last_draft or "")
    return last or (pool[-1] if len(pool) == 1 else None)


def _by_words(text: str, pool: list[KnownTest]) -> list[KnownTest]:
    """The tests that share the rarest words of the message, best ones only."""
    scored = [(score, test) for test in pool if (score := _shared(text, test, pool)) > 0]
    best = max((score for score, _ in scored), default=0.0)
    found = [test for score, test in scored if score >= best - 0.01] if best >= 0.5 else []
    return found or _misspelt(text, pool)


def _shared(text: str, test: KnownTest, pool: list[KnownTest]) -> float:
    said = _words(text)
    own = _words(" ".join((test.name, test.situation, *test.criteria)))
    counts = {
        word: sum(word in _words(" ".join((t.name, t.situation, *t.criteria))) for t in pool) for word in said & own
    }
    name = _words(test.name)
    return sum((1.2 if word in name else 1.0) / count for word, count in counts.items() if count)


def _words(text: str) -> set[str]:
    if is_cjk(text):
        bare = re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", text)
        return {a + b for a, b in pairwise(bare) if not {a, b} & _PARTICLES}
    ignored = {stem(word) for word in table("en")["words"]["command"].split()}
    meant = {f"#{concept.name}" for concept in concepts_in(text.replace("_", " "), "en") if not concept.act}
    return meant | {word for word in content_stems(text.replace("_", " ")) if word not in ignored}


def _misspelt(text: str, pool: list[KnownTest]) -> list[KnownTest]:
    scored = [(fuzz.partial_ratio(fold(test.name), fold(text)), test) for test in pool if len(test.name) > 6]
    return [test for score, test in scored if score >= _NEARLY and score == max(s for s, _ in scored)]
