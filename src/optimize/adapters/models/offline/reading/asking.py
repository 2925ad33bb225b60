"""Questions about what is on record, and remarks that are no rule: what is asked is read by the tool that knows it."""

import re
from functools import cache
from typing import NamedTuple

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import parts_of, spoken, table
from optimize.adapters.models.offline.reading.outcome import Outcome, one
from optimize.adapters.models.offline.reading.plan import Remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.spelling import corrected
from optimize.adapters.models.offline.reading.unclear import not_understood

_KINDS = (
    *("only_failed", "runs_of", "count_tests", "health", "next_run", "read_transcript"),
    *("later", "conditional", "insult", "permission"),
)

_SAID = {"next_run": "schedule_where", "permission": "permission"}


class Asked(NamedTuple):
    """What a message asks, and what comes of it."""

    intent: str
    outcome: Outcome


def asked(text: str, language: str, context: Context) -> Asked | None:
    """None for any other message."""
    folded = fold(text).strip()
    for kind in _KINDS:
        match = next(filter(None, (_compiled(kind, code).match(folded) for code in spoken(language))), None)
        if match and (outcome := _answered(kind, match, Request(text.strip(), language, context))):
            return Asked(kind, outcome)
    return None


@cache
def _compiled(kind: str, language: str) -> re.Pattern[str]:
    return re.compile(table("asked")[language][kind])


def _answered(kind: str, match: re.Match[str], request: Request) -> Outcome | None:
    if kind in ("later", "conditional"):
        text = table("orders")[request.language]["phrases"]["deferred" if kind == "later" else "conditional"]
        return Outcome([], [Remark(code="nothing_done", text=text)])
    if kind == "permission" and _doubtful(request):
        return None
    if kind in _SAID:
        return Outcome([], [Remark(code=_SAID[kind], text=table("asked")["phrases"][request.language][_SAID[kind]])])
    if kind == "insult":
        return not_understood(request.language, request.context)
    if kind == "only_failed":
        return failed_or_passed(request)
    if kind == "count_tests":
        return one("list_tests", state=_state_in(" ".join(parts_of(match).values())))
    return one("health") if kind == "health" else _of_a_test(kind, match, request)


def _doubtful(request: Request) -> bool:
    """A permission that names a tool is asked about, and one with a slip in it may be a ban."""
    return "_" in request.text or corrected(request.text, request.language) != request.text


def failed_or_passed(request: Request) -> Outcome:
    """The newest verdict of each test that there is; only of a run that is named, what that run says."""
    recent = re.search(table("asked")["recent"], fold(request.text))
    named = tests_named(request.text, request.context)
    return one("read_results", test=named[0].id if named else None) if recent or named else one("list_tests")


def _state_in(said: str) -> str | None:
    """A state in any language's word for it."""
    states = table("asked")["states"].items()
    return next((state for state, source in states if re.search(source, said)), None)


def _of_a_test(kind: str, match: re.Match[str], request: Request) -> Outcome | None:
    tool = "read_results" if kind == "runs_of" else "read_transcript"
    who = " ".join(value for name, value in parts_of(match).items() if name.startswith("who"))
    newest = re.search(table("asked")["recent"], who) and not tests_named(request.text, request.context)
    if not who or newest:
        return one(tool) if tool == "read_transcript" else None
    if re.fullmatch(r"it|that|this|they|er|es|il|elle|它|それ", who):
        return one(tool, test=request.context.spoken_of)
    test = _test(who, request)
    return one(tool, test=test.id) if test else None


def _test(who: str, request: Request) -> KnownTest | None:
    named = tests_named(request.text, request.context)
    return named[0] if named else request._replace(text=who).reference(pronouns=False).test


def then_accepted(text: str, language: str) -> tuple[str, str | None]:
    """A described test without `Then accept it.` behind it, and that order: it waits until the draft has been seen."""
    for code in spoken(language):
        match = re.search(table("asked")["then_accept"][code], fold(text))
        if match and match.start():
            return text[: match.start() + 1].rstrip(" ,;、，"), text[slice(*match.span("order"))]
    return text, None
