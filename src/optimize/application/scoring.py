"""One verdict per criterion of a run. Only this module tells a check by code from a judged one."""

import asyncio
import logging

from optimize.application.allowance import Stopped
from optimize.application.fit import names_of
from optimize.application.judge import Judge, Question
from optimize.application.judged_document import Matter
from optimize.application.ports.models import CallContext
from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria.base import CodeCriterion, CriterionBase, JudgedCriterion
from optimize.domain.criteria.meets_expected_behaviors import MeetsExpectedBehaviors
from optimize.domain.errors import OptimizeError
from optimize.domain.template import Names, fill
from optimize.domain.transcript import Ending
from optimize.domain.verdict import Verdict, could_not_judge, failed

_LOG = logging.getLogger(__name__)


class Scoring:
    """Applies the criteria of a test to what happened."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    async def verdicts(self, body: TestBody, matter: Matter, context: CallContext) -> list[Verdict]:
        """In the order of the criteria; a criterion that crashes could not judge, and says why.

        Raises Stopped if the batch was cancelled or cannot pay for a judge.
        """
        names = names_of(body, matter.definition)
        return [await self._safely(criterion, body, names, matter, context) for criterion in body.criteria]

    async def _safely(
        self, criterion: CriterionBase, body: TestBody, names: Names, matter: Matter, context: CallContext
    ) -> Verdict:
        try:
            return await self._verdict(criterion.filled(names), body, names, matter, context)
        except Stopped:
            raise
        except OptimizeError as error:
            return could_not_judge(error.detail)
        except Exception as error:  # one broken criterion must not cost the others their verdicts
            _LOG.exception("%s could not be decided", criterion.kind)
            return could_not_judge(f"This criterion could not be decided: {type(error).__name__}: {error}")

    async def _verdict(
        self, criterion: CriterionBase, body: TestBody, names: Names, matter: Matter, context: CallContext
    ) -> Verdict:
        broke = matter.transcript.ending is Ending.AGENT_ERROR
        if isinstance(criterion, CodeCriterion):
            # Bounded, yet not short for every answer: nobody who chats meanwhile waits for it.
            checked = await asyncio.to_thread(criterion.check, matter.transcript)
            return _after_failure(matter, checked.reason) if broke else checked
        if broke:
            return _after_failure(matter)
        if isinstance(criterion, MeetsExpectedBehaviors):
            behaviors = [str(fill(behavior, names)) for behavior in body.expected_behaviors]
            return await self._each(criterion, behaviors, matter, context)
        if isinstance(criterion, JudgedCriterion):
            return await self._judge.decide(_question(criterion, criterion.requirement()), matter, context)
        raise TypeError(f"{criterion.kind} is neither checked by code nor judged")

    async def _each(
        self, criterion: MeetsExpectedBehaviors, behaviors: list[str], matter: Matter, context: CallContext
    ) -> Verdict:
        judged = [
            (behavior, await self._judge.decide(_question(criterion, behavior), matter, context))
            for behavior in behaviors
        ]
        return criterion.combined(judged)


def _question(criterion: JudgedCriterion, requirement: str) -> Question:
    return Question(kind=criterion.kind, requirement=requirement, evidence=criterion.evidence)


def _after_failure(matter: Matter, before: str | None = None) -> Verdict:
    """An agent that breaks off has failed, whatever a criterion would say to the part it finished."""
    told = f"The agent failed: {matter.transcript.error or 'no reason is known'}"
    return failed(f"{told} (until then: {before})" if before else told)
