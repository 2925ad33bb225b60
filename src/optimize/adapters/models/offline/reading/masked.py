"""Names of tests put as their ids, so that no word of a name is read as a not, an order or a time."""

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import intent_of
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES
from optimize.adapters.models.offline.reading.moods import first_verb, told_in
from optimize.adapters.models.offline.reading.references import found_in

_SHORTEST = 4
_QUOTES = "\"'“”„«»「」‚‘’"
_COMMANDS = ("accept", "discard", "dry_run", "run", "retire", "amend", "edit", "why", "cost", "results", "activate")


def masked(text: str, context: Context, fallback: str) -> str:
    """The text with ids for the names that hold a not or a command, if what is left is a command of its own."""
    put = by_id(text, context)
    if put == text:
        return text
    language = language_of(put, fallback)
    return put if intent_of(put, language, context) in _COMMANDS and _ordered(put, language) else text


def _ordered(put: str, language: str) -> bool:
    """Whether a command is left; a name alone, or within a description, stays what it is."""
    return first_verb(put, language) is not None or put.rstrip().endswith(("?", "？"))


def by_id(text: str, context: Context) -> str:
    """The text with the id in place of every such name."""
    for test in sorted(context.tests, key=lambda one: len(one.name), reverse=True):
        if _telling(test, context) and (match := found_in(fold(text), test.name)):
            text = f"{_unquoted(text[: match.start()])}{test.id}{_unquoted_behind(text[match.end() :])}"
    return text


def _unquoted(lead: str) -> str:
    """A sign of a script without spaces, or a quote, is kept from the id."""
    bare = lead.rstrip(_QUOTES)
    return bare if not bare or bare.endswith((" ", "\n")) else f"{bare} "


def _unquoted_behind(rest: str) -> str:
    bare = rest.lstrip(_QUOTES) if rest[:1] in _QUOTES else rest
    return bare if not bare or not bare[0].isalnum() else f" {bare}"


def _telling(test: KnownTest, context: Context) -> bool:
    """Whether the name is the test's alone, and holds words that would be read as something else."""
    if len(test.name) < _SHORTEST and test.name.isascii():
        return False
    name = fold(test.name)
    if sum(fold(other.name) == name for other in context.tests) > 1:
        return False
    return any(told_in(code, "negations").search(name) or first_verb(name, code) for code in LANGUAGES)
