"""Whether a message speaks of what the agent under test does, and of nothing that is ours."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.catalogue import Catalogue
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, opens, pattern, spoken, table, word_pattern
from optimize.adapters.models.offline.reading.nouns import tool_meant
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.references import tests_named

_PIECES = re.compile(r"[.!?;,:。！？；，、：\n]|->|→")
_PRONOUN = 3
"""Letters of a word that may stand for a test as well as for a user: `er`, `ihn`."""
_SEVERAL = 2
"""Tools that a message has to mean by their acts alone to be about them."""


def speaks_of_acts(text: str, language: str, context: Context, *, nominal: bool = False) -> bool:
    """`compare before you register`, `the answer names 5.4`: a description, whatever of our words a verb of it is.

    `nominal`: a thing that stands for a tool is enough, as in `no refund`.
    """
    if re.search(r"[?？]\W*$", text) or opens(text, language, "question") or names_ours(text, language, context):
        return False
    answer = word_pattern("answer", language).match(cut("article", language, fold(text)))
    if answer and len(text) > answer.end() + 1:
        return True
    return _means_tools(text, language, context, nominal=nominal)


def speaks_of_things(text: str, language: str, context: Context) -> bool:
    """`approve the invoice if all lines match`: what a tool is for, or the user, and nothing that is ours."""
    if re.search(r"[?？]\W*$", text) or names_ours(text, language, context):
        return False
    names = " ".join(name_words(tool.name) for tool in context.agent.tools)
    known = {concept.name for concept in concepts_in(names, "en") if not concept.act}
    said = {concept.name for concept in concepts_in(text, language) if not concept.act}
    named = any(len(match.group()) > _PRONOUN for match in word_pattern("user", language).finditer(fold(text)))
    return bool(known & said) or named


def names_ours(text: str, language: str, context: Context) -> bool:
    """Whether a test, a run, a version or anything else that this assistant works on is named."""
    folded = fold(text)
    return bool(tests_named(text, context)) or any(_ours(code).search(folded) for code in spoken(language))


def without_words_of_runs(text: str, language: str) -> str:
    """The text without every word that an order to run all tests may have."""
    return _run_words(language).sub(" ", fold(text))


@cache
def _run_words(language: str) -> re.Pattern[str]:
    listed = "|".join(str(table("ours")["run_words"][code]) for code in spoken(language))
    return re.compile(rf"(?<![\w'-])(?:{listed})(?![\w'-])|{'|'.join(_wide(language))}")


def _wide(language: str) -> tuple[str, ...]:
    """Scripts without spaces: a word may stand anywhere."""
    return (str(table("ours")["run_words"][language]),) if language in ("zh", "ja") else ("(?!)",)


@cache
def _ours(language: str) -> re.Pattern[str]:
    return re.compile(str(table("ours")[language]))


def _means_tools(text: str, language: str, context: Context, *, nominal: bool) -> bool:
    """A tool by its name, by what is done to what, or several of them by what is done."""
    catalogue = Catalogue(context.agent.tools, language)
    if any("_" in mention.tool for mention in catalogue.named(text)):
        return True
    meant = {tool: piece for piece in _pieces(text, language) if (tool := _tool(piece, catalogue, language, nominal))}
    return len(meant) >= _SEVERAL or any(_names_thing(tool, piece, language) for tool, piece in meant.items())


def _tool(piece: str, catalogue: Catalogue, language: str, nominal: bool) -> str | None:
    done = catalogue.described(piece)
    return done.tool if done else tool_meant(piece, catalogue, language) if nominal else None


def _pieces(text: str, language: str) -> list[str]:
    found = [piece for piece in _PIECES.split(text) if piece.strip()]
    for kind in ("before_word", "after", "coordination"):
        found = [inner for piece in found for inner in _split(piece, pattern(kind, language))]
    return found


def _split(piece: str, where: re.Pattern[str]) -> list[str]:
    kept, begin = [], 0
    for match in where.finditer(fold(piece)):
        kept.append(piece[begin : match.start()])
        begin = match.end()
    return [part for part in (*kept, piece[begin:]) if part.strip()]


def _names_thing(tool: str, piece: str, language: str) -> bool:
    """Whether the piece has what the tool is for, and not its verb alone."""
    acts = {concept.name for concept in concepts_in(name_words(tool), "en") if concept.act}
    things = {concept.name for concept in concepts_in(name_words(tool), "en") if not concept.act}
    said = {concept.name for concept in concepts_in(piece, language) if not concept.act}
    if things & said - acts:
        return True
    _, *own = name_words(tool).split()
    return bool(content_stems(" ".join(own)) & content_stems(piece))
