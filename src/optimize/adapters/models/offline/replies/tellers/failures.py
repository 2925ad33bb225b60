"""Why something failed: the criterion, how many runs, the recorded reasons and quotes, and how sure that is."""

from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.replies.retelling import criterion_in
from optimize.adapters.models.offline.turn import Told
from optimize.domain.text import shortened

TOOLS = ("explain_result",)
_MOST_REASONS = 5


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    del context
    failures = told.data.get("failures") or []
    found: list[str] = []
    for failure in failures:
        first, *more = _failure(failure, say)
        found += [f"\n{first}" if found else first, *more]  # a paragraph of its own, not the end of the one before
    found += [say.say("lost", n=lost["count"], text=lost["text"]) for lost in told.data.get("lost") or []]
    return found or [say.say("nothing_failed")]


def _failure(failure: dict[str, Any], say: Phrases) -> list[str]:
    kept = say.say("failed_criterion", name=failure["name"], criterion=criterion_in(failure["criterion"], say))
    if failure["n"]:
        kept += " " + say.say("k_of_n", k=failure["k"], n=failure["n"], must_pass=failure["must_pass"])
    else:
        kept += " " + say.say("no_result")
    reasons = [line for reason in failure.get("reasons", [])[:_MOST_REASONS] for line in _reason(reason, say)]
    looks = say.word("looks_wrong", failure.get("looks_wrong", "unclear"))
    return [kept, *reasons, " ".join([*_sure(failure, say), looks])]


def _reason(reason: dict[str, Any], say: Phrases) -> list[str]:
    quotes = "; ".join(f"“{shortened(quote, 200)}”" for quote in reason.get("quotes", []))
    line = f"- {reason['count']}×: {shortened(reason['text'], 400)}"
    return [f"{line} {say.say('quoted', quotes=quotes)}" if quotes else line]


def _sure(failure: dict[str, Any], say: Phrases) -> list[str]:
    if say.language == "en":
        return [failure["sure"]] if failure.get("sure") else []
    lower = failure.get("lower")
    return [] if lower is None else [say.say("lower_bound", lower=f"{lower:g}", n=failure["n"])]
