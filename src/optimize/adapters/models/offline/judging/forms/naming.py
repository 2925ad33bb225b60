"""That the agent names something: quoted words, figures, or a thing with a recognisable form."""

import re

from optimize.adapters.models.offline.judging.case import Case, Line
from optimize.adapters.models.offline.judging.figures import Figure, figures_in
from optimize.adapters.models.offline.judging.finding import Finding, met, not_met
from optimize.adapters.models.offline.judging.forms.statement import statement_of
from optimize.adapters.models.offline.judging.forms.things import thing_of
from optimize.adapters.models.offline.judging.numbers import spelled
from optimize.domain.text import occurs

_VERBS = (
    r"names?|mentions?|states?|says?|tells?(?: the user)?|gives?|includes?|quotes?|cites?|lists?|shows?|contains?|"
    r"reveals?|discloses?|refers? to|nennt|erwähnt|enthält|mentionne|cite|indique|menciona|nombra|indica|cita"
)
_QUOTED = re.compile(r"[“\"„«「]\s?(?P<text>[^”\"“»」]{1,200}?)\s?[”\"“»」]")
_CLAUSE = re.compile(r"^(?:that|which|why|how|whether|if|dass|warum|que|pourquoi|por qué)\b", re.IGNORECASE)


def naming(text: str, case: Case) -> Finding | None:
    """“names a specific clause of the contract”, “does not mention ‘refund’”, “gives the amount 45.00”."""
    statement = statement_of(text, _VERBS)
    if statement is None or not statement.rest:
        return None
    quoted = [match["text"] for match in _QUOTED.finditer(statement.rest)]
    if quoted:
        return _texts(quoted, case, negated=statement.negated)
    if _CLAUSE.match(statement.rest):
        # “says that the refund is 45” may be answered by “the refund is not 45”: meaning, not naming.
        return None
    figures = figures_in(statement.rest)
    if figures:
        return _figures(figures, case, negated=statement.negated)
    thing = thing_of(statement.rest)
    return thing.found(case, negated=statement.negated) if thing else None


def _texts(texts: list[str], case: Case, *, negated: bool) -> Finding:
    said = {text: line for line in reversed(case.agent) for text in texts if occurs(text, line.text)}
    missing = [text for text in texts if text not in said]
    if negated:
        return _absent(list(said.items()), case, f"“{'”, “'.join(texts)}”")
    if missing:
        return not_met(
            f"“{'”, “'.join(missing)}” stands in no message of the agent.", _last(case).cite(0, len(_last(case).text))
        )
    return met("The agent says it.", *(line.cite_text(_verbatim(text, line)) for text, line in said.items()))


def _figures(figures: list[Figure], case: Case, *, negated: bool) -> Finding:
    said = [(figure.text.strip(), line) for figure in figures for line in case.agent if _gives(figure, line)]
    named = ", ".join(f"“{figure.text.strip()}”" for figure in figures)
    if negated:
        return _absent(said, case, named)
    missing = [f"“{figure.text.strip()}”" for figure in figures if not any(_gives(figure, line) for line in case.agent)]
    if missing:
        return not_met(
            f"{', '.join(missing)} stands in no message of the agent.", _last(case).cite(0, len(_last(case).text))
        )
    return met(f"The agent gives {named}.", *(line.cite(0, len(line.text)) for _, line in said[:1]))


def _gives(figure: Figure, line: Line) -> bool:
    if figure.kind in ("id", "address", "name"):
        return any(occurs(form, line.text) for form in figure.forms)
    given = figures_in(line.text)
    if figure.kind == "number":
        return bool(figure.values & (spelled(line.text) | {v for other in given for v in other.values}))
    return any(figure.forms & other.forms for other in given)


def _absent(said: list[tuple[str, Line]], case: Case, named: str) -> Finding:
    if said:
        text, line = said[0]
        return not_met(f"The agent says “{text}”.", line.cite_text(_verbatim(text, line)))
    return met(
        f"{named} stands in none of the agent's {len(case.agent)} messages.", _last(case).cite(0, len(_last(case).text))
    )


def _last(case: Case) -> Line:
    return case.agent[-1]


def _verbatim(text: str, line: Line) -> str:
    """The text as the line spells it; the whole line where folding changed more than its case."""
    start = line.text.lower().find(text.lower())
    return line.text[start : start + len(text)] if start >= 0 else line.text
