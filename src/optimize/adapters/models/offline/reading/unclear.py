"""Messages that describe no test: a question or an order to this assistant, or words that it does not know at all."""

import re
from collections.abc import Iterator
from functools import cache

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold, is_cjk, stem
from optimize.adapters.models.offline.reading.lexicon import (
    LANGUAGES,
    cut,
    marks,
    opens,
    pattern,
    phrase,
    table,
    word_pattern,
)
from optimize.adapters.models.offline.reading.outcome import Outcome, decline, remark
from optimize.adapters.models.offline.reading.profiles import content_stems

_TABLES = (*LANGUAGES, "concepts", "states")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_MOST_WORDS = 6
_ORDERS = content_stems("make tell give bring buy order show send book write teach find call help")
"""Verbs of an order, which many tools have in their names."""


def no_situation(text: str, language: str) -> bool:
    """Whether a message is meant for this assistant, so that no user of the agent would write it."""
    ordered = opens(text, language, "order") and marks(text, language, "product_word")
    return asks_back(text, language) or ordered


def asks_back(text: str, language: str) -> bool:
    """`what do you mean?`: a question about what this assistant said."""
    return marks(text, language, "to_assistant") and not marks(text, language, "must")


def unclear(text: str, language: str, context: Context) -> bool:
    """Whether nothing can be made of a message that states no behaviour."""
    return no_situation(text, language) or _unknown(text, context)


def off_topic(text: str, language: str, context: Context) -> bool:
    """`make coffee`, `what's the weather`: to this assistant, and about nothing that the agent or its tests know."""
    said = cut("polite", language, cut("adding", language, text)).strip()
    worldly = _asks_the_world(text, language, context)
    chore = worldly or opens(text, language, "chore") or opens(said, language, "chore")
    if not chore or len(text.split()) > _MOST_WORDS + 4:
        return False
    if marks(text, language, "must", "not", "product_word", "criterion_word", "draft_word") or re.search(
        r"->|→|:", text
    ):
        return False
    named = any(word_pattern(kind, language).search(fold(text)) for kind in ("agent", "answer"))
    own = content_stems(context.agent.model_dump_json().replace("_", " "))
    return not named and (worldly or not (content_stems(said) - _ORDERS) & own)


def _asks_the_world(text: str, language: str, context: Context) -> bool:
    """`who is the president?`: a question on what everybody asks about, unless this agent is there for it."""
    asked = (marks if is_cjk(text) else opens)(text, language, "question")
    topic = pattern("off_topic", language).search(fold(text))
    own = context.agent.model_dump_json().replace("_", " ")
    return (
        asked
        and topic is not None
        and topic.group() not in fold(own)
        and not content_stems(topic.group()) & content_stems(own)
    )


def decline_off_topic(language: str, context: Context) -> Outcome:
    """Says so, with what would be a requirement."""
    tool = next((tool.name for tool in context.agent.tools if tool.writes), None)
    return decline(phrase(language, "off_topic"), [phrase(language, "option_never_calls", tool=tool)] if tool else [])


def not_understood(language: str, context: Context) -> Outcome:
    """Says so, with what would be understood."""
    tool = next((tool.name for tool in context.agent.tools if tool.writes), None)
    key = "option_never_calls" if tool else "option_invents_nothing"
    return Outcome([], [remark(language, "not_understood", example=phrase(language, key, tool=tool))])


def _unknown(text: str, context: Context) -> bool:
    """A few words of which none is in any language's tables, nor in anything said of the agent or its tests."""
    if is_cjk(text) or re.search(r"[\d\"]", text):
        return False
    found = _LETTERS.findall(fold(text))
    if len(found) > _MOST_WORDS:
        return False
    own = {stem(word) for word in _LETTERS.findall(fold(context.model_dump_json().replace("_", " ")))}
    return all(stem(word) not in _vocabulary() | own for word in found)


@cache
def _vocabulary() -> frozenset[str]:
    texts = (text for name in _TABLES for text in _texts(table(name)))
    plain = (re.sub(r"\\[a-zA-Z]", " ", fold(text)).replace("_", " ") for text in texts)
    return frozenset(stem(word) for text in plain for word in _LETTERS.findall(text))


def _texts(value: JsonValue) -> Iterator[str]:
    """Every text of a table, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
