"""Short remarks on what just happened: undo that, not that tool, once more."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading import decisions
from optimize.adapters.models.offline.reading.called import called
from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, phrase
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, decline, one
from optimize.adapters.models.offline.reading.profiles import name_words
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.request import Request

_CALL = re.compile(r"(\w*[tT]ool\w*)\((\w+)(.*)\)")
"""A criterion on a call, as the context tells it; what more there is to it stands behind the tool."""


def undo(request: Request) -> Outcome:
    """No step can be taken back: what can be done instead is offered."""
    last = request.context.test(request.context.last_draft or "")
    drafted = last is not None and last.state == "draft"
    return ask(
        request.say("ask_undo"),
        [request.say("option_discard", id=called(last, request.context))] if last and drafted else [],
    )


def other_tool(request: Request) -> Outcome:
    """The last draft with the tool that is named in place of its own; else the tools that it does not name."""
    last = request.context.test(request.context.last_draft or "")
    swapped = _swapped(request, last) if last and last.state == "draft" else None
    if swapped:
        return swapped
    used = " ".join(last.criteria) if last else ""
    return ask(
        request.say("ask_other_tool"), [tool.name for tool in request.context.agent.tools if tool.name not in used]
    )


def _swapped(request: Request, draft: KnownTest) -> Outcome | None:
    """None unless one tool is named, and one criterion of the draft, on a call alone, has another."""
    said = set(re.findall(r"\w+", request.text))
    named = [tool.name for tool in request.context.agent.tools if tool.name in said]
    calls = [(at, found) for at, told in enumerate(draft.criteria) if (found := _CALL.search(told))]
    if len(named) != 1 or len(calls) != 1:
        return None
    (new,), ((at, found),) = named, calls
    kind, old, more = found.groups()
    if more or old == new or kind not in ("invokesTool", "doesNotInvokeTool"):
        return None
    key = f"title_{kind}"
    titled = any(draft.name == phrase(code, key, tool=name_words(old)) for code in LANGUAGES)
    name = request.say(key, tool=name_words(new)) if titled else None
    changed: list[JsonValue] = [{"kind": kind, "tool": new}]
    return one("revise_draft", test=draft.id, name=name, remove_criteria=[at], add_criteria=changed)


def copy(request: Request) -> Outcome:
    """There is no copying; what a copy is mostly wanted for is offered."""
    last = request.context.test(request.context.last_draft or "")
    drafted = last is not None and last.state == "draft"
    offers = [request.say("no_copies_offer", id=called(last, request.context))] if last and drafted else []
    return decline(request.say("no_copies"), offers)


def said(request: Request) -> Outcome:
    """What the agent answered, or how sure a result is: the figures, then the quotes of what failed."""
    named = tests_named(request.text, request.context)
    test = named[0].id if named else None
    return Outcome([*one("read_results", test=test).calls, *one("explain_result", test=test).calls], [])


def rerun(request: Request) -> Outcome:
    """What was run last: the draft of this thread, else the accepted tests."""
    last = request.context.test(request.context.last_draft or "")
    if last and last.state == "draft":
        return decisions.dry_run(request)
    return one("run_tests")
