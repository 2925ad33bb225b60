"""Commands on one test: accept, discard, retire, amend, dry-run, run."""

from optimize.adapters.models.offline.reading.called import called, labels
from optimize.adapters.models.offline.reading.changes import changes_in
from optimize.adapters.models.offline.reading.checked import left_open
from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, parts_of, pattern, spans
from optimize.adapters.models.offline.reading.ordinals import made_here
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, decline, one, remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.refusals import refuse_delete, refuse_edit, refuse_runs
from optimize.adapters.models.offline.reading.repetitions import impossible, run_all_times, runs_in
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.settings import refusal, settings_in
from optimize.adapters.models.offline.reading.together import Group, drafts_meant, for_each
from optimize.adapters.models.offline.reading.versions import run_on_version
from optimize.domain.statistics.counts import MAX_RUNS

MOST_AT_ONCE = 5
"""Cards that are still looked at one by one."""
_MOST_DISCARDED = 10
"""Fewer than the tool calls that one message may make."""
_LOOSE = ("staysInCharacter", "doesNotHallucinate", "responseGroundedInKnowledge")


def accept(request: Request) -> Outcome:
    if (group := drafts_meant(request)) and group.drafts:
        return decline(request.among("one_at_a_time", group.drafts), labels(group.drafts, request.context))
    draft = None if _other_thing(request) else _draft_meant(request)
    if draft is None:
        return _no_draft(request)
    if draft.state != "draft":
        return decline(
            request.say("already_accepted", name=draft.name),
            [request.say("offer_amend", id=called(draft, request.context))],
        )
    outcome = one("accept_test", test=draft.id)
    loose = len(draft.criteria) == 1 and draft.criteria[0].split("(")[0] in _LOOSE
    return Outcome(outcome.calls, [remark(request.language, "loose_draft", name=draft.name)] if loose else [])


def _other_thing(request: Request) -> bool:
    """`accept the first message`: words shared with a draft do not make it one."""
    match = pattern("accepts_thing", request.language).search(fold(request.text))
    placed = request.ordinal()
    if match is None or tests_named(request.text, request.context) or (placed and placed.test):
        return False
    return not marks(parts_of(match)["what"], request.language, "draft_like")


def accept_all(request: Request) -> Outcome:
    """One card, one object: several drafts are never accepted at once."""
    group = drafts_meant(request)
    drafts = group.drafts if group and group.drafts and not group.elsewhere else list(request.context.drafts())
    if not drafts:
        return _no_draft(request)
    return decline(request.among("one_at_a_time", drafts), labels(drafts, request.context))


def _draft_meant(request: Request) -> KnownTest | None:
    """The draft that is pointed at; without a pointer the newest one of this thread."""
    found = request.reference("draft")
    if found.test or request.ordinal():
        return found.test
    last = request.context.test(request.context.last_draft or "")
    drafts = request.context.drafts()
    return last if last and last.state == "draft" else (drafts[-1] if len(drafts) == 1 else None)


def _no_draft(request: Request) -> Outcome:
    drafts = list(request.context.drafts())
    return request.ask_which(drafts, "ask_which_draft") if drafts else ask(request.say("no_draft"))


def discard(request: Request) -> Outcome:
    if group := drafts_meant(request):
        return _discard_each(request, group)
    found = request.reference()
    if (
        found.test
        and found.test.state == "accepted"
        and found.named
        and not pattern("draft_word", request.language).search(fold(request.text))
    ):
        return refuse_delete(found.test, request.language)
    draft = _draft_meant(request)
    return one("discard_draft", test=draft.id) if draft and draft.state == "draft" else _no_draft(request)


def _discard_each(request: Request, group: Group) -> Outcome:
    return for_each(request, "discard_draft", group, _MOST_DISCARDED) if group.drafts else _no_draft(request)


def unplaced(request: Request) -> Outcome | None:
    """The question which test is meant, if the message picks one by a place at which nothing stands."""
    ordinal = request.ordinal()
    if ordinal is None or ordinal.test or not request.context.tests:
        return None
    own = [test for test in request.context.tests if made_here(test.id, request.context)]
    return request.ask_which(own or list(request.context.tests), "ask_which_placed")


def asked_first(request: Request, outcome: Outcome) -> Outcome:
    """A draft of another conversation that was picked by its place only is not discarded unasked."""
    gone = next((str(call.arguments["test"]) for call in outcome.calls if call.tool == "discard_draft"), "")
    draft = request.context.test(gone)
    if draft is None or made_here(gone, request.context) or not request.ordinal():
        return outcome
    return ask(
        request.say("ask_discard_other", name=draft.name),
        [request.say("option_discard", id=called(draft, request.context))],
    )


def _head(request: Request) -> Request:
    """The request without its reason, where another test may be named."""
    match = next(iter(pattern("reason", request.language).finditer(fold(request.text))), None)
    return request._replace(text=request.text[: match.start()]) if match and match.start() else request


def retire(request: Request) -> Outcome:
    """Retiring is for accepted tests, discarding for drafts; where the message does not tell which is meant, ask."""
    if _drafts_too(request) and (group := drafts_meant(request)):
        return _discard_each(request, group)
    accepted = [test for test in request.context.tests if test.state == "accepted"]
    test = _named(request) or _pointed(request, accepted)
    if test is None:
        return request.ask_which([*accepted, *_drafts_too(request)]) if accepted else _no_accepted(request)
    if test.state == "draft":
        return _draft_to_go(request, test)
    reason = reason_in(request)
    if reason:
        return one("retire_test", test=test.id, reason=reason)
    if pattern("delete_word", request.language).search(fold(request.text)):
        return refuse_delete(test, request.language)
    return ask(request.say("ask_reason", id=called(test, request.context)))


def _named(request: Request) -> KnownTest | None:
    """The test that the command names by id, place or words of its own, not by "it" or "the test"."""
    states = () if _drafts_too(request) or tests_named(_head(request).text, request.context) else ("accepted",)
    found = _head(request).reference(*states, pronouns=False)
    return found.test or request.reference(*states, pronouns=False).test


def _pointed(request: Request, accepted: list[KnownTest]) -> KnownTest | None:
    """`retire it`: the only accepted test. Words such as "remove it" may mean a draft as well."""
    if pattern("draft_word", request.language).search(fold(request.text)):
        return _draft_meant(request)
    drafts = _drafts_too(request)
    last = request.context.test(request.context.last_draft or "")
    if last in drafts and pattern("only_it", request.language).search(fold(request.text)):
        return last
    return (
        accepted[0] if len(accepted) == 1 and not drafts else drafts[0] if len(drafts) == 1 and not accepted else None
    )


def _drafts_too(request: Request) -> list[KnownTest]:
    """The drafts, if the verb may be said of a draft: one is removed or dropped, but only a test is retired."""
    strict = pattern("retire_word", request.language).search(fold(request.text))
    return [] if strict else list(request.context.drafts())


def _draft_to_go(request: Request, draft: KnownTest) -> Outcome:
    if _drafts_too(request):
        return one("discard_draft", test=draft.id)
    return ask(
        request.say("draft_not_retired", name=draft.name),
        [request.say("option_discard", id=called(draft, request.context))],
    )


def _no_accepted(request: Request) -> Outcome:
    drafts = list(request.context.drafts())
    if not drafts:
        return ask(request.say("no_tests"))
    return ask(
        request.say("none_accepted"),
        [request.say("option_discard", id=called(draft, request.context)) for draft in drafts[-5:]],
    )


def reason_in(request: Request) -> str | None:
    """Why, in the person's own words; None if no reason is given."""
    for match in pattern("reason", request.language).finditer(fold(request.text)):
        start, end = spans(match)["why"]
        why = request.text[start:end].strip(" .,:;")
        because = pattern("because", request.language).match(fold(why))
        why = why[because.end() :].strip() if because else why
        if len(why.split()) > 1 or len(why) > 5:
            return why[:4_000]
    return None


def amend(request: Request) -> Outcome:
    found = request.reference()
    test = found.test
    if test is None:
        return request.ask_which([t for t in request.context.tests if t.state == "accepted"])
    if test.state == "draft":
        return edit_draft(request, test)
    changes = changes_in(request.text, request.language, request.context, test)
    if changes.refused:
        return changes.refused
    reason = changes.reason or reason_in(request)
    if not changes.arguments:
        return ask(request.say("ask_change", id=called(test, request.context)))
    if reason is None:
        return ask(request.say("ask_reason", id=called(test, request.context)))
    return one("amend_test", test=test.id, reason=reason, **changes.arguments)


def edit(request: Request) -> Outcome | None:
    """A change to a test: drafts are revised, accepted tests never; None if the message changes nothing known."""
    found = request.revised()
    accepted = found.test if found.test and found.test.state == "accepted" else None
    settings = settings_in(request.text, request.language)
    if settings.runs is not None and not 1 <= settings.runs <= MAX_RUNS:
        return refuse_runs(settings.runs, request.language)
    if accepted and request.context.test(accepted.id):
        return refuse_edit(accepted, request.language)
    draft = found.test or _draft_meant(request)
    return edit_draft(request, draft) if draft else None


def edit_draft(request: Request, draft: KnownTest) -> Outcome:
    changes = changes_in(request.text, request.language, request.context, draft)
    if changes.refused:
        return changes.refused
    if not changes.arguments:
        return ask(request.say("ask_change", id=called(draft, request.context)))
    outcome = one("revise_draft", test=draft.id, **changes.arguments)
    raised = changes.arguments.get("runs") if settings_in(request.text, request.language).runs is None else None
    told = [remark(request.language, "runs_raised", runs=str(raised))] if raised else []
    return Outcome(outcome.calls, [*left_open(changes.arguments, request.language), *told])


def dry_run(request: Request) -> Outcome:
    if on_version := run_on_version(request):
        return on_version
    if group := drafts_meant(request):
        return _dry_run_each(request, group)
    runs = runs_in(request)
    if refused := impossible(runs, request.language):
        return refused
    found = request.reference()
    test = found.test or _draft_meant(request)
    return one("dry_run", test=test.id, runs=runs) if test else _no_draft(request)


def dry_run_all(request: Request) -> Outcome:
    """Every draft that is meant, each with a card of its own."""
    own = [test for test in request.context.drafts() if made_here(test.id, request.context)]
    return _dry_run_each(request, drafts_meant(request) or Group(own, []))


def _dry_run_each(request: Request, group: Group) -> Outcome:
    return for_each(request, "dry_run", group, MOST_AT_ONCE) if group.drafts else _no_draft(request)


def run(request: Request) -> Outcome:
    """Run one or some tests. The number of runs belongs to the test: another number is a dry run."""
    if on_version := run_on_version(request):
        return on_version
    settings = settings_in(request.text, request.language)
    runs = runs_in(request)
    if refused := impossible(runs, request.language):
        return refused
    if settings.threshold is not None:
        check = refusal(settings, judged=True)
        if check:
            return decline(check.message)
    found = request.reference()
    if found.test is None:
        return request.ask_which(list(request.context.tests)) if request.context.tests else ask(request.say("no_tests"))
    if found.test.state == "draft" or (runs is not None and runs != found.test.runs):
        tried = tests_named(request.head or request.text, request.context)[:MOST_AT_ONCE] or [found.test]
        calls = [call for test in tried for call in one("dry_run", test=test.id, runs=runs).calls]
        names = ", ".join(called(test, request.context) for test in tried)
        return Outcome(calls, [remark(request.language, "runs_as_dry_run", id=names)])
    tests = [test.id for test in found.among if test.state == "accepted"] or [found.test.id]
    drafts = [test.id for test in tests_named(request.head or request.text, request.context) if test.state == "draft"]
    beside = [call for draft in drafts[:MOST_AT_ONCE] for call in one("dry_run", test=draft).calls]
    return Outcome([*one("run_tests", tests=list(tests)).calls, *beside], [])


def run_all(request: Request) -> Outcome:
    return run_on_version(request) or run_all_times(request)
