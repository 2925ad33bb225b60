"""What a message points back at: put in plain words for the reader, or answered where nothing is left to read."""

from typing import NamedTuple

from optimize.adapters.models.offline.reading import asides
from optimize.adapters.models.offline.reading.about_tests import questioned
from optimize.adapters.models.offline.reading.all_but import all_but
from optimize.adapters.models.offline.reading.back import back, found, saying, whole
from optimize.adapters.models.offline.reading.called import called
from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.criterion_dropped import criterion_dropped
from optimize.adapters.models.offline.reading.denoted import with_ids
from optimize.adapters.models.offline.reading.each_its_own import each_its_own
from optimize.adapters.models.offline.reading.enquiries import experiment
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import describes
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, table
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, one, plan_of, remark
from optimize.adapters.models.offline.reading.parts_dropped import part_dropped
from optimize.adapters.models.offline.reading.parts_tried import part_tried
from optimize.adapters.models.offline.reading.plan import Plan, Remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.renamed import renamed
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.talk_changed import talk_changed
from optimize.adapters.models.offline.reading.tool_corrected import tool_corrected
from optimize.adapters.models.offline.reading.undone import undone
from optimize.adapters.models.offline.reading.versions import compared, versions_meant


class Pointed(NamedTuple):
    """The text with the tests that it points at by their ids; `plan`: what comes of it, where that is certain."""

    text: str
    plan: Plan | None = None


def pointed_back(text: str, language: str, context: Context, previous: Previous | None) -> Pointed:
    waiting = previous is not None and previous.question is not None
    if waiting and whole("neither", language, fold(text).strip()):
        return Pointed(text, _plan(language, Outcome([], [remark(language, "nothing_done")])))
    if not waiting and any(whole("kill", code, fold(text).strip()) for code in LANGUAGES):
        return Pointed(text, _plan(language, _killed(Request(text, language, context))))
    meant = undone(with_ids(_without_just_said(text, language), language, context), language, context)
    return Pointed(meant.text, meant.plan or _certain(meant.text, language, context))


def _certain(text: str, language: str, context: Context) -> Plan | None:
    return (
        _of_versions(text, language, context)
        or all_but(text, language, context)
        or part_tried(text, language)
        or questioned(text, language, context)
        or each_its_own(text, language, context)
        or criterion_dropped(text, language, context)
        or part_dropped(text, language, context)
        or renamed(text, language, context)
        or talk_changed(text, language, context)
        or tool_corrected(text, language, context)
        or _not_wanted(text, language, context)
    )


def _not_wanted(text: str, language: str, context: Context) -> Plan | None:
    """What is to be done once something holds is not done; a draft that nobody asked for is offered to be discarded;
    there are no copies, which is said."""
    said, request = fold(text).strip(), Request(text, language, context)
    if whole("put_off", language, said.rstrip(" .!。！")):
        told = Remark(code="nothing_done", text=table("orders")[language]["phrases"]["conditional"])
        return Plan(language=language, intent="not_ordered", remarks=(told,))
    if context.last_draft and whole("unwanted", language, said):
        return plan_of(asides.undo(request), language, "undo")
    return plan_of(asides.copy(request), language, "copy") if whole("copies", language, said) else None


def _of_versions(text: str, language: str, context: Context) -> Plan | None:
    """Two versions set side by side: `compare careful with hasty`, or tried so: `exp: v2 vs live`."""
    if describes(text, language, context) or tests_named(text, context):
        return None
    if sides := compared(text, language, context):
        return _plan(language, one("compare_runs", a=sides[0], b=sides[1]))
    if found("tries", language, fold(text)) and versions_meant(Request(text, language, context)):
        return _plan(language, experiment(Request(text, language, context)))
    return None


def _without_just_said(text: str, language: str) -> str:
    """`wait, not that: the German one must …`: what was said before is corrected by what follows."""
    match = next(filter(None, (one.match(fold(text)) for one in back("just_said", language))), None)
    return text[match.end() :] if match else text


def _killed(request: Request) -> Outcome:
    """A run of this conversation, which can be started again; a draft would be gone, so that it is asked about."""
    if request.context.batches:
        return one("cancel", batch=request.context.batches[-1])
    drafts = [request.say("option_discard", id=called(draft, request.context)) for draft in request.context.drafts()]
    return ask(saying(request.language, "ask_kill"), drafts[-5:])


def _plan(language: str, outcome: Outcome) -> Plan:
    return plan_of(outcome, language, "cancel")
