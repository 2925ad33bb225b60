"""What the offline judge will not be able to decide, told when a draft is made rather than after its runs."""

from typing import Any

from optimize.adapters.models.offline.judging.case import Case, Line
from optimize.adapters.models.offline.judging.kinds import DECIDERS
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.lexicon import phrase
from optimize.adapters.models.offline.reading.outcome import remark
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.domain.text import shortened

_IN_WORDS = "satisfiesAssertion"
_SHOWN = 80


def forewarned(plan: Plan, context: Context) -> Plan:
    """The plan, with one sentence about the criteria of its drafts that no rule can decide."""
    if not context.models.get("judge", "").startswith("offline:"):
        return plan
    told = [what for criterion in _drafted(plan) if (what := _undecided(criterion, plan.language))]
    if not told:
        return plan
    several = len(set(told)) > 1
    what = phrase(plan.language, "and_others", first=told[0]) if several else told[0]
    return plan.model_copy(update={"remarks": (*plan.remarks, remark(plan.language, "needs_judge", what=what))})


def _drafted(plan: Plan) -> list[dict[str, Any]]:
    listed = [call.arguments.get(name) for call in plan.calls for name in ("criteria", "add_criteria")]
    return [one for given in listed if isinstance(given, list) for one in given if isinstance(one, dict)]


def _undecided(criterion: dict[str, Any], language: str) -> str | None:
    """What the criterion is called, if the judge can never find it met."""
    kind = str(criterion.get("kind"))
    if kind in ("staysInCharacter", "meetsExpectedBehaviors"):
        return f"“{Phrases(language).word('kind', kind)}”"
    if kind != _IN_WORDS or _decidable(str(criterion.get("assertion"))):
        return None
    return f"“{shortened(str(criterion['assertion']), _SHOWN)}”"


def _decidable(assertion: str) -> bool:
    """Whether an answer can be thought of on which the assertion is decided: one of nothing, or a refusal of it."""
    answers = (".", f"I cannot do that: {assertion}")
    return any(DECIDERS[_IN_WORDS](_case(assertion, said)).verdict != "cannot_tell" for said in answers)


def _case(assertion: str, said: str) -> Case:
    return Case(
        nonce="",
        kind=_IN_WORDS,
        requirement=assertion,
        control="",
        record=(Line(event=0, speaker="agent", text=said),),
        tool_results=(),
        knowledge=(),
        user_messages=(),
        instructions="",
    )
