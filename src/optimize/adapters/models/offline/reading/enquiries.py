"""Questions and set-wide commands: results, cost, comparison, schedule, experiment, versions."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.decisions import reason_in
from optimize.adapters.models.offline.reading.entities import entities_in
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import parts_of, pattern, spans
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, decline, one, remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.refusals import refuse_runs
from optimize.adapters.models.offline.reading.repetitions import impossible, runs_in
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.settings import settings_in
from optimize.adapters.models.offline.reading.versions import beside_live, versions_in, versions_meant
from optimize.domain.statistics.counts import MAX_RUNS


def _test_id(request: Request, *, pronouns: bool = False) -> str | None:
    found = request.reference(pronouns=pronouns)
    return found.test.id if found.test else None


def why(request: Request) -> Outcome:
    """A cause that the person guesses names no test: `it failed because of read_invoice, right?`."""
    guess = pattern("guess", request.language).search(fold(request.text))
    asked = request._replace(text=request.text[: guess.start()]) if guess else request
    return one("explain_result", test=_failed_test(asked))


def _failed_test(request: Request) -> str | None:
    """`the last test` is what ran last, so none that never ran: a draft may stand at the end of the list."""
    test = request.context.test(_test_id(request) or "")
    unrun = test is not None and test.latest in ("no result", "no_result", "")
    by_place = not tests_named(request.text, request.context) and request.ordinal() is not None
    return None if test is None or (by_place and unrun) else test.id


def results(request: Request) -> Outcome:
    return one("read_results", test=_test_id(request))


def show(request: Request) -> Outcome:
    test = _test_id(request, pronouns=True)
    return one("show_test", test=test) if test else request.ask_which(list(request.context.tests))


def list_tests(request: Request) -> Outcome:
    states = [
        state
        for state in ("draft", "accepted", "retired")
        if pattern(f"state_{state}", request.language).search(fold(request.text))
    ]
    return one("list_tests", state=states[0] if len(states) == 1 else None)


def cost(request: Request) -> Outcome:
    runs = runs_in(request)
    if refused := impossible(runs, request.language):
        return refused
    folded = fold(request.text)
    everything = pattern("everything", request.language).search(folded)
    test, model = None if everything else _test_id(request), model_in(request)
    if pattern("experiment_word", request.language).search(folded):
        kind = "experiment"
    elif pattern("dry_word", request.language).search(folded):
        kind = "dry_run"
        test = test or request.context.last_draft
    else:
        kind = "run" if test else "run_all"
    return one("estimate_cost", kind=kind, test=test, runs=runs, model=model)


def cost_past(request: Request) -> Outcome:
    """What was spent stands with the batch that spent it; an estimate would be another figure."""
    return one("read_results", test=_test_id(request))


def cost_total(request: Request) -> Outcome:
    """No tool adds up what was spent: said so, rather than told by the newest batch."""
    return Outcome([], [remark(request.language, "no_total")])


def tools(request: Request) -> Outcome:
    """What the agent can call, or what the one tool that is named does."""
    agent = request.context.agent
    named = next((tool for tool in agent.tools if tool.name.lower() in request.text.lower()), None)
    if named and named.description:
        return Outcome([], [remark(request.language, "tool_does", tool=named.name, told=named.description)])
    if not agent.tools:
        return Outcome([], [remark(request.language, "agent_no_tools")])
    listed = ", ".join(f"`{tool.name}`" for tool in agent.tools)
    return Outcome([], [remark(request.language, "agent_tools", agent=agent.name, tools=listed)])


def plan_runs(request: Request) -> Outcome:
    settings = settings_in(request.text, request.language)
    shares = _shares_in(request)
    if len(shares) > 1:
        return one("plan_runs", good=max(shares), bad=min(shares))
    if settings.runs or settings.threshold:
        return one("plan_runs", runs=settings.runs, threshold=settings.threshold or (shares[0] if shares else None))
    return one("plan_runs", good=shares[0] if shares else None)


_DROP = re.compile(
    r"(\d+(?:[.,]\d+)?)\s*%?\s*(?:to|auf|a|until|->|-|到|降到|降至|から|and|und|et|y)\s*(\d+(?:[.,]\d+)?)\s*(?:%|per|pro|pour|por)"
)


def _shares_in(request: Request) -> list[float]:
    """The shares named, `from 95 to 85 %` included, as numbers from 0 to 1."""
    drop = _DROP.search(fold(request.text))
    entities = entities_in(request.text, request.language)
    said = list(drop.groups()) if drop else [e.value for e in entities if e.kind == "percent"]
    return [share for value in said if 0 < (share := float(value.replace(",", ".")) / 100) <= 1]


def compare(request: Request) -> Outcome:
    """Older against newer; two batches by id when no versions are named, or the last two of this thread."""
    found = versions_meant(request)
    ids = [
        e.value
        for e in entities_in(request.text, request.language)
        if e.kind in ("id", "snake") and e.value not in {f"v{v}" for v in found}
    ]
    sides = found if len(found) > 1 else [*found, *ids]
    if not sides and pattern("recent_two", request.language).search(fold(request.text)):
        sides = list(request.context.batches[-2:])
    if len(sides) < 2:
        return ask(request.say("ask_compare"))
    return one("compare_runs", a=sides[0], b=sides[1])


def schedule(request: Request) -> Outcome:
    at = time_in(request)
    return (
        one("schedule_daily", at=at, enabled=True) if at else ask(request.say("ask_time"), ["05:00 UTC", "22:00 UTC"])
    )


def schedule_off(_: Request) -> Outcome:
    return one("schedule_daily", at="00:00", enabled=False)


def schedule_other(request: Request) -> Outcome:
    return decline(request.say("daily_only"), [request.say("offer_daily")])


def time_in(request: Request) -> str | None:
    """The time of day that the message names, as HH:MM."""
    times = [entity.value for entity in entities_in(request.text, request.language) if entity.kind == "time"]
    if times:
        return times[0]
    match = pattern("hour", request.language).search(fold(request.text))
    if match is None:
        return None
    found = parts_of(match)
    if "h" not in found:
        return "00:00" if "midnight" in found else "12:00"
    hour, minute = int(found["h"]), int(found.get("m", "0"))
    return f"{hour:02d}:{minute:02d}" if hour < 24 and minute < 60 else None


def unsupported(request: Request) -> Outcome:
    """What this product does not do on purpose: change a verdict, split live traffic."""
    key = (
        "no_live_split" if pattern("live_traffic", request.language).search(fold(request.text)) else "no_verdict_change"
    )
    return decline(request.say(key), [request.say(f"{key}_offer")])


def activate(request: Request) -> Outcome:
    found = versions_in(request.text)
    if not found:
        return ask(request.say("ask_version"))
    reason = reason_in(request)
    return (
        one("activate_version", version=found[0], reason=reason)
        if reason
        else ask(request.say("ask_reason_version", version=found[0]))
    )


def model_in(request: Request) -> str | None:
    """A model's name, if the message gives one."""
    match = pattern("model_name", request.language).search(fold(request.text))
    if match is None:
        return None
    start, end = spans(match)["model"]
    return request.text[start:end].strip(" .,?!\"'")


def experiment(request: Request) -> Outcome:
    settings = settings_in(request.text, request.language)
    if settings.runs is not None and not 1 <= settings.runs <= MAX_RUNS:
        return refuse_runs(settings.runs, request.language)
    model, versions, prompt = model_in(request), versions_meant(request), _prompt_in(request)
    if not (model or versions or prompt):
        return ask(request.say("ask_experiment"))
    tests: list[JsonValue] = [
        test.id for test in request.context.tests if re.search(rf"(?<!\w){re.escape(test.id)}(?!\w)", request.text)
    ]
    beside = beside_live(request, versions) if versions and not model else None
    if isinstance(beside, Outcome):
        return beside
    return one("run_experiment", model=model, prompt=prompt, version=beside, runs=settings.runs, tests=tests or None)


def _prompt_in(request: Request) -> dict[str, JsonValue] | None:
    if not pattern("prompt_word", request.language).search(fold(request.text)):
        return None
    quotes = [e.value for e in entities_in(request.text, request.language) if e.kind == "quote"]
    part = pattern("prompt_part", request.language).search(fold(request.text))
    return {"part": parts_of(part)["part"] if part else "instructions", "text": quotes[0]} if quotes else None


def transcript(request: Request) -> Outcome:
    ids = [e.value for e in entities_in(request.text, request.language) if e.kind in ("id", "number", "snake")]
    known = {test.id for test in request.context.tests}
    runs = [value for value in ids if value not in known]
    return one("read_transcript", run=runs[0]) if runs else one("read_transcript", test=_test_id(request))
