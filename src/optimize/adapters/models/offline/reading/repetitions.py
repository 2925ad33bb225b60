"""How many runs a command asks for, in figures or in words, and what `run all 20 times` comes to."""

from optimize.adapters.models.offline.reading.called import called
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, number_words, parts_of, pattern
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, one
from optimize.adapters.models.offline.reading.refusals import refuse_runs
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.settings import settings_in
from optimize.domain.statistics.counts import MAX_RUNS

_OFFERED = 3


def runs_in(request: Request) -> int | None:
    """`20 runs`, `ten times`; None if the message gives no number of runs."""
    stated = settings_in(request.text, request.language).runs
    if stated is not None:
        return stated
    if marks(request.text, request.language, "two_runs"):
        return 2
    known = number_words(request.language)
    spelled = [parts_of(match)["n"] for match in pattern("spelled_runs", request.language).finditer(fold(request.text))]
    return next(
        (int(said) if said.isdigit() else known[said] for said in spelled if said.isdigit() or said in known), None
    )


def impossible(runs: int | None, language: str) -> Outcome | None:
    """The refusal of a number of runs that no batch can have."""
    return refuse_runs(runs, language) if runs is not None and not 1 <= runs <= MAX_RUNS else None


def run_all_times(request: Request) -> Outcome:
    """Run all takes each test's own number of runs; another number is never passed over in silence."""
    runs = runs_in(request)
    if refused := impossible(runs, request.language):
        return refused
    other = [test for test in request.context.tests if test.state == "accepted" and test.runs != runs]
    if runs is None or not other:
        return one("run_tests")
    dry = [
        request.say("option_dry_run_times", id=called(test, request.context), runs=runs) for test in other[-_OFFERED:]
    ]
    return ask(request.say("ask_runs_of_all", runs=runs), [request.say("option_run_all"), *dry])
