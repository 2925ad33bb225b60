"""How the runs of a batch stand, counted."""

from collections import Counter
from collections.abc import Iterable, Mapping

from optimize.application.views import Counts, RunState
from optimize.domain.verdict import Outcome

Tally = Mapping[tuple[RunState, Outcome | None], int]
"""How many runs are in each state, with what came of them over all their criteria (None until judged)."""


def overall(outcomes: Iterable[Outcome]) -> Outcome | None:
    """One run over all its criteria: failed beats could-not-judge beats passed; None until judged."""
    found = set(outcomes)
    order = (Outcome.FAILED, Outcome.COULD_NOT_JUDGE, Outcome.PASSED)
    return next((outcome for outcome in order if outcome in found), None)


def counted(tally: Tally) -> Counts:
    states, outcomes = Counter[RunState](), Counter[Outcome | None]()
    for (state, outcome), runs in tally.items():
        states[state] += runs
        outcomes[outcome] += runs if state == "finished" else 0
    return Counts(
        planned=states.total(),
        done=states["finished"] + states["could_not_run"] + states["cancelled"],
        passed=outcomes[Outcome.PASSED],
        failed=outcomes[Outcome.FAILED],
        could_not_judge=outcomes[Outcome.COULD_NOT_JUDGE],
        could_not_run=states["could_not_run"],
        running=states["running"] + states["judging"],
        cancelled=states["cancelled"],
    )
