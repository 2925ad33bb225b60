"""`the second one`: a place among the tests that this conversation drafted or listed last, in that order."""

from typing import NamedTuple

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import pattern, spans, table


class Ordinal(NamedTuple):
    """A place that a message names; `test` is None if nothing that was drafted or listed stands there."""

    test: KnownTest | None


def ordinal_in(text: str, language: str, context: Context) -> Ordinal | None:
    """None if the message names no place of a test."""
    folded = fold(text)
    match = pattern("place", language).search(folded)
    if match is None or pattern("criterion_nth", language).search(folded):
        return None
    start, end = spans(match)["nth"]
    place = table("places").get(folded[start:end])
    if not isinstance(place, int):
        return None
    drafts = bool(pattern("draft_word", language).search(match.group()))
    return Ordinal(_from_end(place, context, drafts=drafts) if place < 0 else _at(place, context, drafts=drafts))


def made_here(test: str, context: Context) -> bool:
    """Whether this conversation drafted the test."""
    return test in (*context.drafted, context.last_draft)


def _at(place: int, context: Context, *, drafts: bool) -> KnownTest | None:
    """Nothing once a test up to that place is gone: then it is not known which count is meant."""
    known = [context.test(one) for one in context.listed]
    if drafts:
        known = [test for test in known if test is None or test.state == "draft"]
    upto = known[: place + 1]
    return upto[-1] if len(upto) == place + 1 and None not in upto else None


def _from_end(place: int, context: Context, *, drafts: bool) -> KnownTest | None:
    """The last of them (-1) or one before it, else of the tests that there are."""
    known = [test for one in _shown_last(context) if (test := context.test(one))]
    meant = [test for test in known or context.tests if not drafts or test.state == "draft"]
    return meant[place] if len(meant) >= -place else None


def _shown_last(context: Context) -> list[str]:
    """What was listed, and behind it what was drafted last."""
    last = context.last_draft or ""
    return [*(one for one in context.listed if one != last), last]
