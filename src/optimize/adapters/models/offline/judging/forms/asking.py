"""That the agent asks for something, or does not."""

import re

from optimize.adapters.models.offline.judging.case import Case, Line
from optimize.adapters.models.offline.judging.finding import Finding, met, not_met
from optimize.adapters.models.offline.judging.forms.statement import statement_of
from optimize.adapters.models.offline.judging.wording import content_of, coverage
from optimize.domain.text import fold, shortened

_VERBS = r"asks?(?! itself)|requests?|fragt|demande|pregunta|pide"
_ASKED = re.compile(
    r"[?？]\W*$|\b(?:please|could you|can you|kindly|bitte|veuillez|merci de|por favor)\b.*\b(?:provide|tell|confirm|"
    r"share|give|send|enter|specify|let me know|reply|bestätigen|nennen|angeben|confirmer|indiquer|confirmar|confirme|"
    r"indicar|indique)"
)
_ORDER = re.compile(r"\b(?:before|prior to|bevor|vor|avant|antes)\b")
_ALIKE = 0.5


def asking(text: str, case: Case) -> Finding | None:
    """“asks for the order number”, “does not ask again which cases”."""
    statement = statement_of(text, _VERBS)
    if statement is None or _ORDER.search(fold(statement.rest)):
        # What has to come first is a matter of meaning: which call is “booking” is not for rules to say.
        return None
    questions = [(line, s) for line in case.agent for s in line.sentences() if _ASKED.search(fold(s))]
    if not questions:
        return _nothing_asked(case, negated=statement.negated)
    wanted = content_of(statement.rest)
    share, line, question = max(
        ((coverage(wanted, content_of(s)), line, s) for line, s in questions), key=lambda q: q[0]
    )
    return _asked(share, line, question, negated=statement.negated) if wanted else None


def _nothing_asked(case: Case, *, negated: bool) -> Finding:
    last = case.agent[-1]
    reason = (
        f"The agent asks nothing in its {len(case.agent)} messages."
        if len(case.agent) > 1
        else "The agent asks nothing."
    )
    citation = last.cite(0, len(last.text))
    return met(reason, citation) if negated else not_met(reason, citation)


def _asked(share: float, line: Line, question: str, *, negated: bool) -> Finding | None:
    if share < _ALIKE:
        return None
    reason = f"The agent asks: “{shortened(question)}”"
    citation = line.cite_text(question)
    return not_met(reason, citation) if negated else met(reason, citation)
