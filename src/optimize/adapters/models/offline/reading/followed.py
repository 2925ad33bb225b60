"""`draft a test that … and run it`: the dry run of a draft that the same message makes."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.lexicon import opens
from optimize.adapters.models.offline.reading.outcome import Outcome, remark
from optimize.adapters.models.offline.reading.plan import DRAFT, PlannedCall
from optimize.adapters.models.offline.reading.repetitions import impossible, runs_in
from optimize.adapters.models.offline.reading.request import Request


def with_order(outcome: Outcome, order: str | None, first: str, language: str, context: Context) -> Outcome:
    """The outcome with the order that stood behind `first`; said to be left where it cannot follow."""
    if order is None:
        return outcome
    runs = runs_in(Request(order, language, context))
    sure = [call.tool for call in outcome.calls] == ["draft_test"] and not _doubtful(outcome)
    if sure and opens(first, language, "new_draft") and not impossible(runs, language):
        given: dict[str, JsonValue] = {"test": DRAFT} if runs is None else {"test": DRAFT, "runs": runs}
        return outcome._replace(calls=[*outcome.calls, PlannedCall(tool="dry_run", arguments=given)])
    return outcome._replace(remarks=[*outcome.remarks, remark(language, "left_undone", order=order)])


def _doubtful(outcome: Outcome) -> bool:
    """Whether something of the description is not in the draft: it is looked at before it costs anything."""
    return any(remark.code in _MISSING for remark in outcome.remarks)


_MISSING = ("not_taken_up", "vague_left_out", "never_at_all")
