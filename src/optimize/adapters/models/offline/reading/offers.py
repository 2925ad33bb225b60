"""`Say so if I should start it.`: what was offered, whether it can still be done, and the yes that starts it."""

import re
from collections.abc import Mapping
from functools import cache

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, table
from optimize.adapters.models.offline.reading.outcome import Outcome, one, remark


def offered(estimated: Mapping[str, JsonValue], context: Context) -> Outcome | None:
    """The call that an estimate was made for; None if it would be refused, so that nobody offers it."""
    kind, runs, reference = estimated.get("kind"), estimated.get("runs"), estimated.get("test")
    if kind == "experiment":
        return one("run_experiment", model=estimated["model"], runs=runs) if estimated.get("model") else None
    test = context.test(str(reference or ""))
    if kind == "run_all":
        accepted = [known for known in context.tests if known.state == "accepted"]
        own = all(runs in (None, known.runs) for known in accepted)
        return one("run_tests") if accepted and own else None
    if test is None:
        return None
    official = kind == "run" and test.state == "accepted" and runs in (None, test.runs)
    return one("run_tests", tests=[test.id]) if official else one("dry_run", test=test.id, runs=runs)


def started(text: str, language: str, context: Context, previous: Previous | None) -> Outcome | None:
    """What a `yes, start it` comes to; None for any other message, or if a question or a card is open."""
    matches = (_start(code).fullmatch(fold(text)) for code in LANGUAGES)
    said = next((found for found in matches if found and (found["yes"] or found["go"])), None)
    if said is None or (previous and (previous.question or previous.card)):
        return None
    if previous and previous.estimated is not None:
        return offered(previous.estimated, context) or Outcome([], [remark(language, "nothing_pending")])
    return Outcome([], [remark(language, "nothing_pending")]) if said["yes"] and said["go"] else None


@cache
def _start(language: str) -> re.Pattern[str]:
    return re.compile(table("told")["start"][language])
