"""responseGroundedInKnowledge: the answer's words and figures, covered by the passages or not."""

from optimize.adapters.models.offline.judging.case import Case
from optimize.adapters.models.offline.judging.figures import figures_in
from optimize.adapters.models.offline.judging.finding import Finding, cannot_tell, met, not_met
from optimize.adapters.models.offline.judging.sources import Sources
from optimize.adapters.models.offline.judging.wording import content_of, coverage
from optimize.domain.text import shortened

KINDS = ("responseGroundedInKnowledge",)
_COVERED, _UNCOVERED = 0.8, 0.25
_FEWEST_WORDS = 3


def decide(case: Case) -> Finding:
    if not case.knowledge:
        return cannot_tell("No passage and no knowledge is on record to compare the answer with.")
    answer = case.agent[-1]
    sources = Sources(case.model_copy(update={"tool_results": (), "instructions": ""}))
    for figure in figures_in(answer.text):
        if sources.standing(figure, answer.text) == "unfounded":
            reason = f"“{figure.text.strip()}” stands in no passage of the knowledge, nor in the question."
            return not_met(reason, answer.cite(figure.start, figure.end))
    known = content_of("\n".join(p.text for p in (*case.knowledge, *case.user_messages)))
    shares = [(coverage(content_of(s), known), s) for s in answer.sentences() if len(content_of(s)) >= _FEWEST_WORDS]
    if not shares:
        return cannot_tell("The answer says too little to compare with the knowledge. That needs a judge model.")
    least, sentence = min(shares)
    if least >= _COVERED:
        return met(
            f"The passages cover at least {least:.0%} of the words of each sentence.", answer.cite_text(sentence)
        )
    if least < _UNCOVERED:
        reason = f"“{shortened(sentence)}”: only {least:.0%} of its words stand in the knowledge."
        return not_met(reason, answer.cite_text(sentence))
    return cannot_tell(f"“{shortened(sentence)}” is covered by the knowledge in part only. That needs a judge model.")
