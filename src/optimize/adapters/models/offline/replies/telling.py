"""The reply after tools ran: what each of them returned, what is worth knowing, and one next step."""

from collections.abc import Sequence

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.offers import offered
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.replies.narrowing import narrowed
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.replies.tellers import TELLERS
from optimize.adapters.models.offline.turn import Told


def tell(plan: Plan, told: Sequence[Told], context: Context, missing: Sequence[str] = ()) -> str:
    """Nothing is claimed that is in no result: a refusal or an error is told as one. `missing`: tools not bound."""
    say = Phrases(plan.language)
    parts = [as_markdown(_one(narrowed(one, plan.intent), say, context)) for one in told]
    parts += [say.say("not_here", tool=tool) for tool in missing]
    if not plan.calls and not plan.remarks:
        parts.append(say.say("nothing_understood"))
    parts += [remark.text for remark in plan.remarks if remark.text]
    parts += _next_step(plan, told, say, context)
    return "\n\n".join(dict.fromkeys(part for part in parts if part))


def as_markdown(lines: Sequence[str]) -> str:
    """Lines as paragraphs and lists: without a blank line Markdown would draw a sentence into the list before it."""
    text = ""
    for before, line in zip(["", *lines], lines, strict=False):
        apart = "" if not text else "\n" if before.startswith("- ") == line.startswith("- ") else "\n\n"
        text += apart + line
    return text


def _one(told: Told, say: Phrases, context: Context) -> list[str]:
    if told.status == "ok" and told.tool in TELLERS:
        return TELLERS[told.tool](told, say, context)
    if told.status == "refused" and told.data.get("error") == "declined":
        return [say.say("declined")]
    if told.status in ("refused", "error"):
        return [say.say(told.status, summary=told.summary)]
    return [_empty(told, say)]


def _empty(told: Told, say: Phrases) -> str:
    """The server's sentence in the person's language, where it is the usual one."""
    if name := told.data.get("without_result"):
        return say.say("empty.of_test", name=name)
    key, english = f"empty.{told.tool}", Phrases("en")
    return say.say(key) if english.has(key) and told.summary == english.say(key) else told.summary


def _next_step(plan: Plan, told: Sequence[Told], say: Phrases, context: Context) -> list[str]:
    if not told or any(not one.ok for one in told) or len(told) < len(plan.calls):
        return []
    last = told[-1].tool
    if last == "explain_result" and not told[-1].data.get("failures"):
        return []
    if last == "estimate_cost" and offered(told[-1].arguments, context) is None:
        return []
    drafts = sum(one.tool in ("draft_test", "revise_draft") for one in told)
    key = "next.drafts" if drafts > 1 and last == "draft_test" else f"next.{last}"
    return [say.say(key)] if say.has(key) else []
