"""Questions about the agent and its results, and small remarks, which no description of a test is worded like."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, phrase, spoken, table
from optimize.adapters.models.offline.reading.outcome import Outcome
from optimize.adapters.models.offline.reading.references import tests_named

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
    found = {name: value for name, value in match.groupdict().items() if value} if match else {}
    new = found.get("new") or found.get("new2")
    return new if new and context.agent.tool(new) and context.agent.tool(found["old"]) else None


def asked_of_us(text: str, language: str, planned: Outcome) -> bool:
    """Whether a question about tests and runs was taken for a first message of the agent's user."""
    asked = [call.arguments.get("question") for call in planned.calls if call.tool == "ask"]
    if asked != [phrase(language, "ask_what_holds")] or not re.search(r"[?？]\W*$", text):
        return False
    ours = any(_compiled(table("remarks")["question_to_us"][code]).search(fold(text)) for code in spoken(language))
    return ours and not marks(text, language, *_CRITERIA) and not re.search(r"\d{3}|\w_\w", text)
