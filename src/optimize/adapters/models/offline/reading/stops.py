"""Stopping what runs: only where the message says that and nothing else."""

import re

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.moods import first_verb, told_in
from optimize.adapters.models.offline.reading.outcome import Outcome, one
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.references import found_in, tests_named
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.signs import sign, telling

_STOP_FIRST = re.compile(r"\W*(?:please |bitte )?(?:cancel|stop|abort|halt|stopp|stoppe|annule|arrete|cancela|deten)\b")


def cancel(request: Request) -> Outcome | None:
    """None if the message speaks of something else, which the agent may do; it is a description then."""
    return _stopped(request) if _only_stops(request) else _told(request)


def stopping(text: str, language: str, context: Context) -> Plan | None:
    """The plan for `cancel the dry run of t-1`, whatever else its words are read as."""
    request = Request(text, language, context)
    verb = first_verb(text, language)
    if verb is None or verb.command != "cancel" or not _only_stops(request):
        return None
    # `cancel it` may ask to take something back as well: it is read like any other message.
    ours = tests_named(text, context) or _batch(request) or told_in(language, "strong").search(fold(text))
    return Plan(language=language, intent="cancel", calls=tuple(_stopped(request).calls)) if ours else None


def _stopped(request: Request) -> Outcome:
    if batch := _batch(request):
        return one("cancel", batch=batch)
    if len(named := tests_named(request.text, request.context)) == 1:
        return one("cancel", test=named[0].id)
    pointed = sign("it", request.language).search(fold(request.text))
    batches = request.context.batches
    return one("cancel", batch=batches[-1] if pointed and batches else None)


def _only_stops(request: Request) -> bool:
    """Whether nothing is said but what to stop: a verb, a run of ours by its name, and politeness."""
    left = fold(request.text)
    named = tests_named(request.text, request.context)
    for name in [_batch(request) or "", *(name for test in named for name in (test.name, test.id))]:
        if name and (match := found_in(left, name)):
            left = f"{left[: match.start()]} {left[match.end() :]}"
    return not re.search(r"[^\W_]", sign("fill", request.language).sub(" ", left))


def _batch(request: Request) -> str | None:
    folded = fold(request.text)
    return next((batch for batch in reversed(request.context.batches) if found_in(folded, batch)), None)


def _told(request: Request) -> Outcome | None:
    """What a message that says more cannot stop, where it opens as an order to stop a run of ours."""
    folded = fold(request.text)
    ours = sign("it", request.language).search(folded) and "\n" not in request.text
    stops = ours and _STOP_FIRST.match(folded)
    return Outcome([], [telling(request.language, "which_run")]) if stops else None
