"""Two tests of one name: the one that is meant, or the question which one, instead of the first."""

from optimize.adapters.models.offline.reading.called import labels
from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.ordinals import made_here, ordinal_in
from optimize.adapters.models.offline.reading.outcome import Outcome, ask
from optimize.adapters.models.offline.reading.references import found_in, tests_named
from optimize.adapters.models.offline.reading.request import Request

STATES = {"accept": "draft", "discard": "draft", "retire": "accepted", "amend": "accepted", "run": "accepted"}
"""What a command can be about."""


def told_apart(request: Request, intent: str) -> Request | Outcome:
    """The request with one test of each name, or the question which one it means."""
    twins = _namesakes(request)
    if not twins:
        return request
    fitting = [test for test in twins if test.state == STATES.get(intent, test.state)] or twins
    meant = _meant(request, fitting)
    if meant is None:
        question = request.say("ask_which_namesake", n=len(fitting), name=fitting[0].name)
        return ask(question, labels(fitting, request.context))
    others = {test.id for test in twins if test.id != meant.id}
    tests = tuple(test for test in request.context.tests if test.id not in others)
    return request._replace(context=request.context.model_copy(update={"tests": tests}))


def _namesakes(request: Request) -> list[KnownTest]:
    """The tests that share the name which the message gives."""
    named = tests_named(request.text, request.context)
    return [test for test in named if sum(fold(test.name) == fold(other.name) for other in named) > 1]


def _meant(request: Request, twins: list[KnownTest]) -> KnownTest | None:
    """The one whose id or place is given too, the only one, or the only one of this conversation."""
    placed = ordinal_in(request.text, request.language, request.context)
    if placed and placed.test in twins:
        return placed.test
    by_id = [test for test in twins if found_in(fold(request.text), test.id)]
    here = [test for test in twins if made_here(test.id, request.context)]
    return next((found[0] for found in (by_id, twins, here) if len(found) == 1), None)
