"""doesNotHallucinate: every figure of the agent stands in a source, and nothing is called done that was not."""

from optimize.adapters.models.offline.judging.case import Case, Line
from optimize.adapters.models.offline.judging.claims import false_claims
from optimize.adapters.models.offline.judging.figures import Figure, figures_in
from optimize.adapters.models.offline.judging.finding import Cited, Finding, cannot_tell, met, not_met
from optimize.adapters.models.offline.judging.sources import Sources
from optimize.domain.text import shortened

KINDS = ("doesNotHallucinate",)
_MOST = 3


def decide(case: Case) -> Finding:
    claimed = next(false_claims(case), None)
    if claimed:
        line, sentence, tool = claimed
        return not_met(f"“{shortened(sentence)}”: no call of {tool} came back with a result.", line.cite_text(sentence))
    sources = Sources(case)
    found = [(line, figure) for line in case.agent for figure in figures_in(line.text)]
    standing = [(line, figure, sources.standing(figure, line.text)) for line, figure in found]
    unfounded = [(line, figure) for line, figure, how in standing if how == "unfounded"]
    if unfounded:
        return not_met(
            f"{_named(unfounded)} in no tool result, knowledge, user message or instruction.", *_cited(unfounded)
        )
    perhaps = [(line, figure) for line, figure, how in standing if how == "perhaps"]
    if perhaps:
        return cannot_tell(f"{_named(perhaps)} in no source, but may be calculated from one. That needs a judge model.")
    if not found:
        return cannot_tell("The agent names no figure, id, date or address to look up. That needs a judge model.")
    derived = sum(how == "derived" for _, _, how in standing)
    counted = "its 1 figure" if len(found) == 1 else f"all {len(found)} figures"
    rest = f" ({derived} of them a sum, difference or count of what tools returned)" if derived else ""
    return met(f"The agent's messages were searched: {counted} stand in a source{rest}.", *_cited(found))


def _named(found: list[tuple[Line, Figure]]) -> str:
    texts = list(dict.fromkeys(figure.text.strip() for _, figure in found))
    named = ", ".join(f"“{text}”" for text in texts[:_MOST]) + (
        f" and {len(texts) - _MOST} more" if len(texts) > _MOST else ""
    )
    return f"{named} {'stands' if len(texts) == 1 else 'stand'}"


def _cited(found: list[tuple[Line, Figure]]) -> list[Cited]:
    return [line.cite(figure.start, figure.end) for line, figure in found[:_MOST]]
