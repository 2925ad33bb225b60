"""`try the accepted tests with the tone part changed to …`: an experiment with one part of the prompt."""

import re

from optimize.adapters.models.offline.reading.back import saying, whole
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import spans
from optimize.adapters.models.offline.reading.outcome import ask, one, plan_of
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.settings import settings_in

_QUOTED = re.compile(r"\W*[\"“„«「'](?P<text>.+)[\"”“»」'][\s.。]*")


def part_tried(text: str, language: str) -> Plan | None:
    """None if the message changes no part; the question what it should say if no text is given."""
    match = whole("tried", language, fold(text).strip())
    if match is None:
        return None
    places = spans(match)
    part = fold(text.strip()[slice(*places["part"])])
    new = _bare(text.strip()[slice(*places["text"])]) if "text" in places else ""
    runs = settings_in(text.strip()[: places["part"][0]], language).runs
    outcome = (
        one("run_experiment", prompt={"part": part, "text": new[:4_000]}, runs=runs)
        if new
        else ask(saying(language, "ask_part", part=part))
    )
    return plan_of(outcome, language, "experiment")


def _bare(new: str) -> str:
    quoted = _QUOTED.fullmatch(new.strip())
    return quoted["text"] if quoted else new.strip()
