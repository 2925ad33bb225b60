"""The reader: one message of a person becomes a plan of tool calls."""

import re
from collections.abc import Callable, Mapping

from optimize.adapters.models.offline.reading import asides, cards, decisions, enquiries, misheard, objects, remarks
from optimize.adapters.models.offline.reading.answering import completed
from optimize.adapters.models.offline.reading.asking import asked, failed_or_passed, then_accepted
from optimize.adapters.models.offline.reading.careful import carefully
from optimize.adapters.models.offline.reading.context import Context, KnownTest, OpenCard, Previous
from optimize.adapters.models.offline.reading.corrections import correction
from optimize.adapters.models.offline.reading.describe import describe
from optimize.adapters.models.offline.reading.doubts import without_blocks
from optimize.adapters.models.offline.reading.folding import clean, fold, words
from optimize.adapters.models.offline.reading.followed import with_order
from optimize.adapters.models.offline.reading.intent import describes, intent_of
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, opens, pattern, phrase
from optimize.adapters.models.offline.reading.listing import laid_out
from optimize.adapters.models.offline.reading.namesakes import told_apart
from optimize.adapters.models.offline.reading.offers import started
from optimize.adapters.models.offline.reading.ordered import Heard
from optimize.adapters.models.offline.reading.outcome import Outcome, one, plan_of, remark
from optimize.adapters.models.offline.reading.pasted import pasted
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.quoted import unknown_name
from optimize.adapters.models.offline.reading.refusals import refuse_runs
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.reworded import draft_meant, reworded
from optimize.adapters.models.offline.reading.settings import is_about_settings, part_of_runs
from optimize.adapters.models.offline.reading.spelling import corrected
from optimize.adapters.models.offline.reading.steps import in_order, one_order, with_bans
from optimize.adapters.models.offline.reading.stops import cancel
from optimize.adapters.models.offline.reading.tuning import tuned
from optimize.adapters.models.offline.reading.turned import straight
from optimize.adapters.models.offline.reading.unclear import (
    asks_back,
    decline_off_topic,
    no_situation,
    not_understood,
    off_topic,
    unclear,
)

_PLANNERS: Mapping[str, Callable[[Request], Outcome | None]] = {
    "accept": decisions.accept,
    "accept_all": decisions.accept_all,
    "discard": decisions.discard,
    "retire": decisions.retire,
    "amend": decisions.amend,
    "edit": decisions.edit,
    "dry_run": decisions.dry_run,
    "dry_run_all": decisions.dry_run_all,
    "run": decisions.run,
    "run_all": decisions.run_all,
    "why": enquiries.why,
    "results": enquiries.results,
    "only_failed": failed_or_passed,
    "only_passed": failed_or_passed,
    "show": enquiries.show,
    "list": enquiries.list_tests,
    "cost": enquiries.cost,
    "cost_past": enquiries.cost_past,
    "cost_total": enquiries.cost_total,
    "plan_runs": enquiries.plan_runs,
    "compare": enquiries.compare,
    "schedule": enquiries.schedule,
    "schedule_off": enquiries.schedule_off,
    "schedule_other": enquiries.schedule_other,
    "activate": enquiries.activate,
    "unsupported": enquiries.unsupported,
    "experiment": enquiries.experiment,
    "undo": asides.undo,
    "other_tool": asides.other_tool,
    "rerun": asides.rerun,
    "copy": asides.copy,
    "said": asides.said,
    "transcript": enquiries.transcript,
    "suggest": lambda _: one("suggest_tests"),
    "health": lambda _: one("health"),
    "describe_criteria": lambda _: one("describe_criteria"),
    "list_agents": lambda _: one("list_agents"),
    "tools": enquiries.tools,
    "cancel": cancel,
}
_COMPLETED_BY_WORDS = ("edit", "amend", "retire", "activate")
"""What is asked for on these is a change or a reason, which may read like a description."""
_ON_A_TEST = ("accept", "discard", "retire", "amend", "edit", "dry_run", "run", "show")
_POINTED_AT = ("accept", "discard", "retire", "dry_run", "run")
"""Commands whose object stands right behind their verb."""
_SAID = {"greeting": "help", "help": "help", "no": "nothing_done", "thanks": "welcome", "keep": "nothing_done"}


def read(message: str, context: Context, previous: Previous | None = None) -> Plan:
    """What to do about `message`; the answer to a question in `previous` completes the message before it."""
    return carefully(message, context, previous, _read)


def _read(message: str, context: Context, previous: Previous | None) -> Plan:
    text, block = without_blocks(clean(message))
    language = language_of(text, language_of(previous.message) if previous else "en")
    nobody = unknown_name(Request(text, language, context)) or started(text, language, context, previous)
    if done := _at_once(nobody, message, Request(text, language, context), previous):
        return done
    text = laid_out(text, language)
    card = previous.card if previous else None
    if card and card.instead:
        text = cards.without_yes(text, language)
    meant = correction(text, language, context, previous)
    draft = draft_meant(previous, context) if meant and meant.rest else None
    if meant and draft and (changed := reworded(meant.text, language, context, draft)):
        return plan_of(changed, language, "edit")
    text = meant.text if meant else text
    text = straight(corrected(_without_interjection(text, language), language), language)
    text, later = one_order(in_order(with_bans(text, language, context), language), language, context)
    text, later = misheard.order_behind(text, language, context) if later is None else (text, later)
    text, accepting = then_accepted(text, language)
    context = _pointing_at(_on_card(card), context)
    remarked = "no" if cards.turned_down(text, language, card) else remarks.remarked(text, language, context)
    answering = bool(previous and previous.question)
    heard = Heard(text, None) if remarked else misheard.heard(text, language, context, answering=answering)
    text, context = heard.text, _pointing_at(heard.named, context)
    intent = remarked or heard.intent or intent_of(text, language, context)
    if swapped := remarks.swapped_in(text, context):
        text, intent = swapped, "other_tool"
    elif heard.said:
        intent = "not_ordered"
    elif (
        not remarked
        and previous
        and previous.question
        and _answers(text, intent, language)
        and not _anew(text, previous, context)
    ):
        text = straight(corrected(clean(completed(text, previous, language, context)), language), language)
        intent = intent_of(text, language, context)
    revised = cards.revised(Request(text, language, context), card) if card else None
    repeated = _repeated(message, previous, context)
    told = Outcome([], [remark(language, "drafted_already", name=repeated.name)]) if repeated else None
    again = _again(text, language, intent, previous)
    unordered = Outcome([], [heard.said]) if heard.said else None
    taken_back = meant.said if meant else None
    outcome = taken_back or unordered or revised or told or again or _planned(text, intent, language, context)
    if card and card.instead and not revised:
        request = Request(text, language, context)
        outcome = cards.other_than_yes(request, card, outcome, intent)
    outcome = with_order(outcome, later, text, language, context)
    if accepting:
        outcome = outcome._replace(remarks=[*outcome.remarks, remark(language, "left_undone", order=accepting)])
    ignored = [remark(language, "order_ignored", text=block[:160])] if block else []
    said = (*ignored, *outcome.remarks)
    return Plan(language=language, intent=intent, calls=tuple(outcome.calls), remarks=said)


def _at_once(nobody: Outcome | None, message: str, request: Request, previous: Previous | None) -> Plan | None:
    """Messages of a fixed form, which no other stage may take apart."""
    text, language, context = request.text, request.language, request.context
    changed = nobody or tuned(text, language, context, previous)
    intent, outcome = ("edit", changed) if changed else ("describe", pasted(message, language))
    question = asked(text, language, context)
    if outcome is None and question and not (previous and previous.question):
        intent, outcome = question
    if outcome is None:
        return None
    return plan_of(outcome, language, intent)


def _pointing_at(test: str | None, context: Context) -> Context:
    """The context in which `it` is that test."""
    return context.model_copy(update={"last_draft": test}) if test and context.test(test) else context


def _on_card(card: OpenCard | None) -> str | None:
    """The test of a card that is open."""
    test = card.arguments.get("test") if card and card.instead else None
    return test if isinstance(test, str) else None


def _without_interjection(text: str, language: str) -> str:
    """Without the `actually`, `wait,` or `no,` that opens a correction."""
    match = pattern("interjection", language).match(fold(text))
    return text[match.end() :] if match and text[match.end() :].strip() else text


def _answers(text: str, intent: str, language: str) -> bool:
    """Whether a message continues the question rather than start something else."""
    return intent in ("describe", "yes", "edit", "show", "list", "cost", "results", "health") and not pattern(
        "steer", language
    ).search(fold(text))


def _repeated(message: str, previous: Previous | None, context: Context) -> KnownTest | None:
    """The draft that the very same message made just before."""
    if previous is None or not previous.drafted or words(message) != words(previous.message):
        return None
    test = context.test(previous.drafted)
    return test if test and test.state == "draft" else None


def _again(text: str, language: str, intent: str, previous: Previous | None) -> Outcome | None:
    """The question that the person asks back on, once more."""
    asked = previous.question if previous and intent == "describe" and asks_back(text, language) else None
    return Outcome([], [remark(language, "question_again", question=asked)]) if asked else None


def _anew(text: str, previous: Previous, context: Context) -> bool:
    """Whether a message stands for itself: the question was to describe a test, or which test a command meant."""
    if any(previous.question == phrase(code, key) for code in LANGUAGES for key in ("no_draft", "no_tests")):
        return True
    asked_in = language_of(previous.message)
    language = language_of(text, asked_in)
    if _stands_alone(text, language, context):
        return True
    before = intent_of(previous.message, asked_in, context)
    if before == "describe":
        return (
            no_situation(previous.message, asked_in)
            or is_about_settings(previous.message, asked_in)
            or no_situation(text, language)
            or opens(text, language, "supposes")
        )
    alone = bool(previous.options) or before not in _COMPLETED_BY_WORDS
    return alone and describes(text, language, context)


def _stands_alone(text: str, language: str, context: Context) -> bool:
    """`list drafts`, `the second one should run 20 times`: whole requests, whatever was asked before."""
    intent = intent_of(text, language, context)
    changes = intent == "edit" and Request(text, language, context).ordinal() is not None
    return changes or (intent == "list" and opens(text, language, "order"))


def _planned(text: str, intent: str, language: str, context: Context) -> Outcome:
    if not text:
        return Outcome([], [remark(language, "help")])
    if intent in _SAID:
        return Outcome([], [remark(language, _SAID[intent])])
    if intent == "yes":
        return Outcome([], [remark(language, "nothing_pending")])
    if part := part_of_runs(text, language):
        return refuse_runs(part, language)
    if intent in ("describe", "edit") and off_topic(text, language, context):
        return decline_off_topic(language, context)
    apart = told_apart(Request(text, language, context), intent)
    if isinstance(apart, Outcome):
        return apart
    request = objects.pointed(apart) if intent in _POINTED_AT else apart
    if isinstance(request, Outcome):
        return request
    if intent in _ON_A_TEST and (which := decisions.unplaced(request)):
        return which
    planner = _PLANNERS.get(intent)
    planned = planner(request) if planner else None
    if planned is None:
        return _described(text, language, context)
    planned = objects.without_excepted(request, decisions.asked_first(request, planned))
    return objects.surely_discarded(request, planned)


def _described(text: str, language: str, context: Context) -> Outcome:
    outcome = describe(text, language, context)
    lost = any(call.tool == "ask" for call in outcome.calls) and unclear(text, language, context)
    lost = lost or remarks.asked_of_us(text, language, outcome)
    lost = lost or (opens(text, language, "question") and _only_asks(text, outcome))
    return not_understood(language, context) if lost else outcome


def _only_asks(text: str, outcome: Outcome) -> bool:
    """`which tool must be called first?`: a question alone, taken for a wish in words that a judge should decide."""
    listed = [call.arguments.get("criteria") for call in outcome.calls if call.tool == "draft_test"]
    kinds = {one.get("kind") for given in listed if isinstance(given, list) for one in given if isinstance(one, dict)}
    return "satisfiesAssertion" in kinds and not re.search(r"[.!?:;>→\n]\s*\w", text)
