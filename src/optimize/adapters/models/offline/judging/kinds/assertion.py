"""satisfiesAssertion and expected behaviours: decided where the words reduce to something that can be looked up."""

from optimize.adapters.models.offline.judging.case import Case
from optimize.adapters.models.offline.judging.finding import Finding, cannot_tell
from optimize.adapters.models.offline.judging.forms import FORMS

KINDS = ("satisfiesAssertion", "meetsExpectedBehaviors")


def decide(case: Case) -> Finding:
    """The first form that the assertion has and that can be proven or disproven; else cannot tell."""
    if len(case.requirement) > 400:
        return cannot_tell()
    for form in FORMS:
        finding = form(case.requirement, case)
        if finding is not None:
            return finding
    return cannot_tell()
