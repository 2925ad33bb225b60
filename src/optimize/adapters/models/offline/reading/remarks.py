"""Questions about the agent and its results, and small remarks, which no description of a test is worded like."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, phrase, spoken, table
from optimize.adapters.models.offline.reading.outcome import Outcome
from optimize.adapters.models.offline.reading.references import tests_named

_ONE_QUESTION = r"[^.!?。？\n:>→]+[?？]\W*"
_CRITERIA = ("must", "strong_must", "behaviour")


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


def remarked(text: str, language: str, context: Context) -> str | None:
    """The intent of such a remark; None for any other message, also for one that names a test."""
    if tests_named(text, context):
        return None
    folded = fold(text)
    sources = (item for code in spoken(language) for item in table("remarks")[code].items())
    return next((intent for intent, source in sources if _compiled(source).match(folded)), None)


def swapped_in(text: str, context: Context) -> str | None:
    """The tool that is to take the place of another one: `swap a in for b`."""
    match = _compiled(table("remarks")["swap"]).match(fold(text))
    if match is None:
        return None
    found = {name.rstrip("0123456789"): value for name, value in match.groupdict().items() if value}
    new, old = found["new"], found["old"]
    if not (context.agent.tool(new) and context.agent.tool(old)):
        return None
    last = context.test(context.last_draft or "")
    used = " ".join(last.criteria) if last else ""
    # `swap a with b` is said in both directions: the one that the draft has goes.
    return old if new in used and old not in used else new


def asked_of_us(text: str, language: str, planned: Outcome) -> bool:
    """Whether a question about tests and runs was taken for a first message of the agent's user, or for a test."""
    made = [call.arguments.get("question") if call.tool == "ask" else call.tool for call in planned.calls]
    if made not in ([phrase(language, "ask_what_holds")], ["draft_test"]) or not re.fullmatch(_ONE_QUESTION, text):
        return False
    ours = any(_compiled(table("remarks")["question_to_us"][code]).search(fold(text)) for code in spoken(language))
    return ours and not marks(text, language, *_CRITERIA) and not re.search(r"\d{3}|\w_\w", text)
