"""That the agent refuses something."""

import re

from optimize.adapters.models.offline.judging.case import Case, Line
from optimize.adapters.models.offline.judging.finding import Finding, met, not_met
from optimize.adapters.models.offline.judging.forms.statement import Statement, statement_of
from optimize.adapters.models.offline.judging.wording import content_of, coverage
from optimize.domain.text import fold, shortened

_VERBS = (
    r"refuses?|declines?|rejects?|denies|lehnt|verweigert|rechaza|"
    r"(?:says|states|explains|tells the user|makes clear)(?: to the user)? (?:that )?(?:it|this|they|the agent) "
    r"(?:cannot|can't|can not|is not able to|won't)"
)
_NO = re.compile(
    r"\b(?:cannot|can not|can't|could not|couldn't|unable to|not able to|won't|will not|not possible|not allowed|"
    r"not permitted|not eligible|ineligible|must decline|have to decline|i decline|i refuse|nicht möglich|"
    r"kann (?:ich )?(?:leider )?nicht|darf nicht|leider|ne peux pas|ne peut pas|impossible|no puedo|no se puede|"
    r"no es posible)\b|不能|无法|できません"
)
_ALIKE = 0.5


def refusing(text: str, case: Case) -> Finding | None:
    """“refuses to cancel the reservation”. Nothing is concluded from the absence of words of refusal."""
    statement = statement_of(text, _VERBS)
    if statement is None or statement.negated:
        return None
    wanted = content_of(re.split(r"\b(?:because|since|and|weil|parce|porque)\b", statement.rest)[0])
    done = _done_anyway(wanted, case)
    return done or _refused(statement, wanted, case)


def _done_anyway(wanted: frozenset[str], case: Case) -> Finding | None:
    """A call whose name says what was to be refused came back: then it was not refused, whatever was said."""
    for call in case.calls:
        name = content_of(re.sub(r"[_.\-]", " ", call.tool or ""))
        if call.came_back and len(name) > 1 and name <= wanted:
            return not_met(f"The agent did it: {call.tool} was called and came back.", call.cite(0, len(call.text)))
    return None


def _refused(statement: Statement, wanted: frozenset[str], case: Case) -> Finding | None:
    refusals = [(line, s) for line in case.agent for s in line.sentences() if _NO.search(fold(s))]
    alike = [(line, s) for line, s in refusals if _fits(wanted, line, s)]
    if not alike or (not wanted and statement.rest):
        return None
    line, sentence = alike[0]
    return met(f"The agent refuses: “{shortened(sentence)}”", line.cite_text(sentence))


def _fits(wanted: frozenset[str], line: Line, sentence: str) -> bool:
    return coverage(wanted, content_of(sentence)) >= _ALIKE or coverage(wanted, content_of(line.text)) == 1.0
