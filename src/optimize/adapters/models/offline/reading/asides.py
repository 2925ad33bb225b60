"""Short remarks on what just happened: undo that, not that tool, once more."""

from optimize.adapters.models.offline.reading import decisions
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, one
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.request import Request


def undo(request: Request) -> Outcome:
    """No step can be taken back: what can be done instead is offered."""
    last = request.context.test(request.context.last_draft or "")
    drafted = last is not None and last.state == "draft"
    return ask(request.say("ask_undo"), [request.say("option_discard", id=last.id)] if last and drafted else [])


def other_tool(request: Request) -> Outcome:
    """The tools that the last draft does not name."""
    last = request.context.test(request.context.last_draft or "")
    used = " ".join(last.criteria) if last else ""
    return ask(
        request.say("ask_other_tool"), [tool.name for tool in request.context.agent.tools if tool.name not in used]
    )


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
