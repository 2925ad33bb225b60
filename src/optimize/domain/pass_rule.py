"""When is it enough: the rule by which a criterion's runs become one result."""

from pydantic import BaseModel, ConfigDict

from optimize.domain.criteria.base import CriterionBase
from optimize.domain.statistics.setting import k_min

DEFAULT_THRESHOLD = 0.5


class PassRule(BaseModel):
    """`threshold` None: every run must pass. Else the Wilson lower bound must be strictly above it.

    `must_pass` is the number of passing runs, of `runs`, from which the rule holds.
    """

    model_config = ConfigDict(frozen=True)

    runs: int
    threshold: float | None
    must_pass: int


def rule_for(criterion: CriterionBase, runs: int, test_threshold: float | None) -> PassRule:
    """The rule of one criterion of a test.

    The test's threshold applies to judged criteria; a check by code takes a threshold only if one is set on itself,
    so that raising the test's threshold never loosens it.
    """
    threshold = criterion.threshold
    if threshold is None and criterion.judged:
        threshold = DEFAULT_THRESHOLD if test_threshold is None else test_threshold
    must_pass = runs if threshold is None else k_min(runs, threshold)
    return PassRule(runs=runs, threshold=threshold, must_pass=must_pass)
