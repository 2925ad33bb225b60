"""What a command is about: the words right behind its verb; those of the rest of the message choose no test."""

import re
from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.called import called
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold, is_cjk, stem
from optimize.adapters.models.offline.reading.lexicon import marks, table
from optimize.adapters.models.offline.reading.moods import first_verb, told_in
from optimize.adapters.models.offline.reading.ordinals import made_here, ordinal_in
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, one
from optimize.adapters.models.offline.reading.profiles import content_stems
from optimize.adapters.models.offline.reading.references import found_in, tests_named
from optimize.adapters.models.offline.reading.request import Request

_PRONOUN = re.compile(r"\s*(?:it|this|that|him)\b(?! (?:one|test|draft|new|last|first|second)\b)(?: (?:away|out))?")
_ENDS = re.compile(
    r"[,;:!?。，]|\.(?!\d)|\s-+\s|\s(?:because|since|as (?:it|the|we|i)|so that|so i|to see|now that|for|if|when|while|"
    r"(?<!the one )before|after|until|with \d|\d+ (?:times|x|runs))\b"
)
_CLAUSES = re.compile(r"[,;，、。]\s*(?!sondern|sino|mais|而是)")
_NEARLY_WHOLE = 0.75
_ARTICLE = len(' the "')
_PLAIN = content_stems("draft last latest newest first second third just made wrote again away out now please both all")
"""Words behind the verb that tell no test from another."""


class Object(NamedTuple):
    """`head`: the part of the message that may say which test is meant; `words`: what stands behind the verb in it."""

    head: str
    words: str
    pronoun: bool


def object_of(text: str, language: str, context: Context) -> Object | None:
    """None if the message names no command, or nothing behind its verb."""
    verb = first_verb(text, language)
    if verb is None:
        return None
    folded, behind = fold(text), fold(text)[verb.end :]
    lead = text[: verb.start] if _names(text[: verb.start], language, context) else ""
    if language != "en":
        return _clause(text, verb.start, verb.end, language, lead)
    pronoun = _PRONOUN.match(behind)
    ending = _ENDS.search(folded, verb.end)
    end = verb.end + pronoun.end() if pronoun else ending.start() if ending else len(text)
    end = max(end, _name_end(text, verb.end, context))
    words = text[verb.end : end].strip()
    return Object(f"{lead}{text[verb.start : end]}", words, bool(pronoun)) if words else None


def _name_end(text: str, begin: int, context: Context) -> int:
    """Where a name ends that stands right behind the verb, whatever words it is made of."""
    found = (found_in(fold(text)[begin:], test.name) for test in context.tests)
    return max((begin + match.end() for match in found if match and match.start() <= _ARTICLE), default=begin)


def _clause(text: str, start: int, end: int, language: str, lead: str) -> Object:
    """Other languages put the object on either side of the verb, but within its clause."""
    cuts = [match.span() for match in _CLAUSES.finditer(text)]
    begin = max((stop for _, stop in cuts if stop <= start), default=0)
    until = min((cut for cut, _ in cuts if cut >= end), default=len(text))
    pronoun = bool(told_in(language, "weak").match(fold(text)[end:].lstrip()))
    kept = lead if begin >= len(lead) else ""
    return Object(f"{kept}{text[begin:until]}", text[end:until].strip(), pronoun)


def _names(lead: str, language: str, context: Context) -> bool:
    return bool(tests_named(lead, context) or ordinal_in(lead, language, context))


def pointed(request: Request) -> Request | Outcome:
    """The request that looks for its test where it is named; or the question, if `it` and an id do not fit."""
    meant = object_of(request.text, request.language, request.context)
    if meant is None:
        return request
    last = request.context.test(request.context.last_draft or "")
    others = [
        test for test in _ids(request.text, request.context) if test not in tests_named(meant.head, request.context)
    ]
    if meant.pronoun and last and others and last not in others:
        return request.ask_which([*others[:1], last])
    return request._replace(head=meant.head)


def _ids(text: str, context: Context) -> list[KnownTest]:
    return [test for test in context.tests if found_in(fold(text), test.id)]


def without_excepted(request: Request, outcome: Outcome) -> Outcome:
    """`run all tests except t-3`: the accepted tests without those that are named behind such a word."""
    (call,) = outcome.calls if len(outcome.calls) == 1 else (None,)
    match = told_in(request.language, "except").search(fold(request.text))
    if call is None or call.tool != "run_tests" or call.arguments or match is None:
        return outcome
    clause = request.text if is_cjk(request.text) else request.text[match.end() :]
    excepted = tests_named(clause, request.context)
    left: list[JsonValue] = [
        test.id for test in request.context.tests if test.state == "accepted" and test not in excepted
    ]
    return one("run_tests", tests=left) if excepted and left else outcome


def surely_discarded(request: Request, outcome: Outcome) -> Outcome:
    """The outcome, or a question where it is not certain that the draft which would be gone is the one meant."""
    gone = [str(call.arguments["test"]) for call in outcome.calls if call.tool == "discard_draft"]
    draft = request.context.test(gone[0]) if len(gone) == 1 else None
    text = request.head or request.text
    if draft is None:
        return outcome
    meant = object_of(text, request.language, request.context)
    # A sentence may happen to be the name of a test: `The guest message is silly. Discard it.`
    by_chance = meant and meant.pronoun and not found_in(fold(text), draft.id)
    if tests_named(text, request.context) and not by_chance:
        return outcome
    said = _told(meant.words) if meant and request.language == "en" else set()
    if said - _told(f"{draft.name} {draft.situation} {' '.join(draft.criteria)}".replace("_", " ")):
        return request.ask_which(list(request.context.drafts()), "ask_which_draft")
    only = len(request.context.drafts()) == 1 and marks(text, request.language, "draft_word")
    if only or made_here(draft.id, request.context) or (said and _covers(said, draft)):
        return outcome
    options = [request.say("option_discard", id=called(draft, request.context))]
    return ask(request.say("ask_discard_other", name=draft.name), options)


def _told(words: str) -> set[str]:
    """The words that may tell one test from another."""
    return content_stems(words) - _PLAIN - {stem(word) for word in table("en")["words"]["command"].split()}


def _covers(said: set[str], draft: KnownTest) -> bool:
    name = _told(draft.name)
    return bool(name) and len(name & said) >= _NEARLY_WHOLE * len(name)
