"""Claims of the agent to have done what was refused or failed."""

import re
from collections.abc import Iterator

from optimize.adapters.models.offline.judging.case import Case, Line
from optimize.adapters.models.offline.judging.wording import is_negated
from optimize.domain.text import fold

_IRREGULAR = {"send": "sent", "make": "made", "pay": "paid", "book": "booked", "set": "set", "write": "written"}


def false_claims(case: Case) -> Iterator[tuple[Line, str, str]]:
    """(message, sentence, tool): a sentence saying that something is done although no call of the tool came back."""
    worked = {line.tool for line in case.calls if line.came_back}
    for call in case.calls:
        if call.came_back or call.tool in worked or not call.tool:
            continue
        said = _done(call.tool)
        for line in case.agent:
            if line.event > call.event:
                yield from (
                    (line, s, call.tool) for s in line.sentences() if said.search(fold(s)) and not is_negated(s)
                )


def _done(tool: str) -> re.Pattern[str]:
    verb = re.split(r"[_.\-]|(?<=[a-z])(?=[A-Z])", tool)[0].lower()
    stem = re.escape(verb.removesuffix("e"))
    past = _IRREGULAR.get(verb) or f"{stem}(?:{re.escape(verb[-1])})?ed"
    helper = r"(?:i|we|i have|i've|we have|we've|has been|have been|was|were|is now|are now)"
    return re.compile(rf"\b{helper}\s+(?:now\s+|just\s+|successfully\s+|already\s+)*{past}\b")
