"""A message in place of the yes or no that a card waits for: `make it 7 runs` revises what the card offered."""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.called import called
from optimize.adapters.models.offline.reading.context import OpenCard
from optimize.adapters.models.offline.reading.decisions import edit_draft
from optimize.adapters.models.offline.reading.enquiries import time_in
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import only_settings, without_politeness
from optimize.adapters.models.offline.reading.lexicon import cut, opens, pattern
from optimize.adapters.models.offline.reading.outcome import Outcome, one, remark
from optimize.adapters.models.offline.reading.refusals import refuse_runs
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.settings import settings_in
from optimize.domain.statistics.counts import MAX_RUNS

_SHORT = 8
_Revise = Callable[[Request, dict[str, JsonValue]], Outcome | None]


def revised(request: Request, card: OpenCard) -> Outcome | None:
    """The plan that takes the card's place; None if the message does not only change a setting of it."""
    if card.instead:
        request = request._replace(text=cut("beforehand", request.language, request.text))
    revise = _REVISED.get(card.tool)
    return revise(request, dict(card.arguments)) if revise else None


def turned_down(text: str, language: str, card: OpenCard | None) -> bool:
    """`reject it` in place of a yes: a no to the card, which leaves the draft as it is."""
    return card is not None and card.instead and opens(text, language, "rejects")


def without_yes(text: str, language: str) -> str:
    """`yes but make it 10 runs` → `make it 10 runs`: what is said besides the yes that is none."""
    match = pattern("yes_but", language).match(fold(text))
    return text[match.end() :] if match and text[match.end() :].strip() else text


def other_than_yes(request: Request, card: OpenCard, planned: Outcome, intent: str) -> Outcome:
    """What a message in place of a yes or no comes to, after saying that the card was not answered.

    A short question that means nothing else is about the card, whose test is shown. A yes was none to one card.
    """
    if intent == "yes":
        return Outcome([], [remark(request.language, "one_yes_one_card")])
    test = card.arguments.get("test")
    short = request.text.rstrip().endswith(("?", "？")) and len(request.text.split()) < _SHORT
    shown = one("show_test", test=test) if intent == "describe" and short and isinstance(test, str) else planned
    return Outcome(shown.calls, [remark(request.language, "card_not_answered"), *shown.remarks])


def _runs(request: Request) -> int | None:
    said = without_politeness(request.text, request.language)
    return settings_in(said, request.language).runs if only_settings(said, request.language) else None


def _with_runs(tool: str) -> _Revise:
    def revise(request: Request, arguments: dict[str, JsonValue]) -> Outcome | None:
        runs = _runs(request)
        if runs is None:
            return None
        if not 1 <= runs <= MAX_RUNS:
            return refuse_runs(runs, request.language)
        return one(tool, **{**arguments, "runs": runs})

    return revise


def _run_tests(request: Request, arguments: dict[str, JsonValue]) -> Outcome | None:
    """Another number of runs of one accepted test is a dry run; of several, the question is which one is meant."""
    tests = arguments.get("tests")
    runs = _runs(request)
    if runs is None:
        return None
    if not isinstance(tests, list) or len(tests) != 1:
        return request.ask_which([test for test in request.context.tests if test.state == "accepted"])
    if not 1 <= runs <= MAX_RUNS:
        return refuse_runs(runs, request.language)
    outcome = one("dry_run", test=tests[0], runs=runs)
    test = request.context.test(str(tests[0]))
    name = called(test, request.context) if test else str(tests[0])
    return Outcome(outcome.calls, [remark(request.language, "runs_as_dry_run", id=name)])


def _accept_test(request: Request, arguments: dict[str, JsonValue]) -> Outcome | None:
    """What was about to be accepted is still a draft."""
    said = without_politeness(request.text, request.language)
    draft = request.context.test(str(arguments.get("test")))
    if draft is None or draft.state != "draft" or not only_settings(said, request.language):
        return None
    return edit_draft(request, draft)


def _schedule(request: Request, arguments: dict[str, JsonValue]) -> Outcome | None:
    at = time_in(request)
    return one("schedule_daily", **{**arguments, "at": at}) if at and len(request.text.split()) < 8 else None


_REVISED: Mapping[str, _Revise] = {
    "accept_test": _accept_test,
    "dry_run": _with_runs("dry_run"),
    "run_experiment": _with_runs("run_experiment"),
    "amend_test": _with_runs("amend_test"),
    "run_tests": _run_tests,
    "schedule_daily": _schedule,
}
