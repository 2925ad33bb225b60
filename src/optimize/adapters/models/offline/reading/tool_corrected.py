"""`not check_stock, I meant check_price`: one tool of the draft in hand gives way to another."""

from optimize.adapters.models.offline.reading.asides import other_tool
from optimize.adapters.models.offline.reading.back import whole
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import parts_of
from optimize.adapters.models.offline.reading.outcome import plan_of
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.request import Request


def tool_corrected(text: str, language: str, context: Context) -> Plan | None:
    """None unless both are tools of the agent, and the draft has the one and not the other."""
    draft = context.test(context.last_draft or "")
    folded = fold(text).strip(" .!。！")
    match = whole("other_tool", language, folded)
    if match is None or draft is None or draft.state != "draft":
        return None
    said = parts_of(match)
    new, old = context.agent.tool(said["new"]), context.agent.tool(said["old"])
    used = " ".join(draft.criteria)
    if new is None or old is None or old.name not in used or new.name in used:
        return None
    outcome = other_tool(Request(new.name, language, context))
    return plan_of(outcome, language, "other_tool")
