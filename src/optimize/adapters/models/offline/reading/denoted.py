"""`the polite one`: a test named by a word of its name, or of what it checks, put as its id."""

import re
from collections.abc import Iterator

from optimize.adapters.models.offline.reading.back import back, found
from optimize.adapters.models.offline.reading.called import by_number
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.language import is_small
from optimize.adapters.models.offline.reading.lexicon import marks, table, word_pattern
from optimize.adapters.models.offline.reading.ordinals import ordinal_in
from optimize.adapters.models.offline.reading.references import tests_named

_SHORTEST, _ENDING = 4, 2
_OF_PEOPLE = ("agent", "user", "user_pronoun")
_PLAIN = frozenset(("test", "draft", "entwurf", "brouillon", "prueba", "borrador", "same", "right", "wrong", "other"))
"""Words that tell no test from another."""


def with_ids(text: str, language: str, context: Context) -> str:
    """The text with the id of each test that such words name, where they can only mean that one."""
    text = by_number(text, context)
    if not context.tests or tests_named(text, context):
        return text
    if placed := _at_its_place(text, language, context) or _in_its_stead(text, language, context):
        return placed
    glue = " " if is_cjk(text) else ""
    for start, end, words in sorted(_phrases(text, language), reverse=True):
        meant = named_by(words, language, context.tests)
        if len(meant) == 1:
            text = f"{text[:start]}{glue}{meant[0].id}{glue}{text[end:]}".strip()
    return text


def _at_its_place(text: str, language: str, context: Context) -> str | None:
    """`der dritte soll auch …`: one place, of which a duty is said, in what this conversation has drafted or listed."""
    match = next(filter(None, (one.match(fold(text)) for one in back("placed", language))), None)
    place = ordinal_in(match.group(), language, context) if match and context.listed else None
    if match is None or place is None or place.test is None:
        return None
    if ordinal_in(text[match.end() :], language, context):
        return None
    return f"{place.test.id} {text[match.end() :].lstrip()}"


def _in_its_stead(text: str, language: str, context: Context) -> str | None:
    """`it should answer in 4 seconds instead`: the draft that was spoken of last."""
    match = next(filter(None, (one.match(fold(text)) for one in back("it_instead", language))), None)
    last = context.test(context.last_draft or "")
    if match is None or last is None or last.state != "draft":
        return None
    return f"{text[: match.start('it')]}{last.id} {text[match.end('it') :].lstrip()}"


def _phrases(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Where words stand for a test; after a bare article they do only if the message changes something."""
    folded = fold(text)
    keys = ("one", "bare") if found("revises", language, folded) else ("one",)
    for key in keys:
        for pattern in back(key, language):
            for match in pattern.finditer(folded):
                group = next(name for name, value in match.groupdict().items() if value)
                yield (*match.span(), match[group])


def named_by(words: str, language: str, tests: tuple[KnownTest, ...]) -> list[KnownTest]:
    """The tests whose name holds all of the words; if none does, those that hold them anywhere."""
    folded = fold(words).strip()
    if any(word_pattern(kind, language).search(folded) for kind in _OF_PEOPLE):
        return []
    telling = [folded] if is_cjk(words) else [word for word in re.findall(r"[\w.-]+", folded) if _tells(word, language)]
    if not telling:
        return []
    by_name = [test for test in tests if _holds(fold(test.name), telling)]
    return by_name or [test for test in tests if _holds(_all_of(test), telling)]


def _tells(word: str, language: str) -> bool:
    placed = word in table("places") or marks(f"the {word} one", "en", "place")
    return not (placed or word in _PLAIN or is_small(word, language) or len(word) < _SHORTEST - 1)


def _all_of(test: KnownTest) -> str:
    return fold(" ".join((test.name, test.situation, *test.criteria))).replace("_", " ")


def _holds(said: str, words: list[str]) -> bool:
    if any(map(is_cjk, words)):
        return all(word in said for word in words)
    own = re.findall(r"[^\W_]+", said)
    return all(any(_alike(word, other) for other in own) for word in words)


def _alike(word: str, other: str) -> bool:
    """The same but for their endings; a compound holds the word that it begins with."""
    begin = word[: max(_SHORTEST, len(word) - _ENDING)]
    return word == other or (len(word) >= _SHORTEST and len(other) >= _SHORTEST and other.startswith(begin))
