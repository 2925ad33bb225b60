"""An acceptance test: a situation, optionally a simulated user, and the criteria that must hold."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator

from optimize.domain.agent_definition import digest
from optimize.domain.criteria import AnyCriterion
from optimize.domain.errors import Invalid
from optimize.domain.pass_rule import PassRule, rule_for
from optimize.domain.situation import ShortText, SimulatedUser, Situation
from optimize.domain.statistics.counts import MAX_RUNS
from optimize.domain.statistics.setting import SettingCheck, check_setting
from optimize.domain.storable import Storable, json_within

JUDGED_RUNS = 5
CODE_RUNS = 1


class TestState(StrEnum):
    __test__ = False

    DRAFT = "draft"
    ACCEPTED = "accepted"
    RETIRED = "retired"


class TestBody(BaseModel):
    """What a person writes, and what an accepted test freezes.

    `runs` None becomes 5 if any criterion is judged, else 1. `threshold` None means 0.5 for judged criteria and
    "every run" for criteria checked by code. A setting that can never be met is refused (Invalid, with the numbers
    that would work).
    """

    __test__ = False
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120), Storable]
    situation: Situation
    simulated_user: SimulatedUser | None = None
    criteria: tuple[AnyCriterion, ...] = Field(min_length=1, max_length=10)
    runs: int | None = Field(default=None, strict=True)
    threshold: float | None = Field(default=None, strict=True)
    attributes: Annotated[dict[str, JsonValue], json_within()] = {}
    expected_behaviors: tuple[ShortText, ...] = Field(default=(), max_length=50)

    @model_validator(mode="after")
    def _decided(self) -> Self:
        judged = any(criterion.judged for criterion in self.criteria)
        if self.runs is None:
            object.__setattr__(self, "runs", JUDGED_RUNS if judged else CODE_RUNS)
        return self

    @property
    def planned_runs(self) -> int:
        return self.runs if self.runs is not None else CODE_RUNS

    def rules(self) -> tuple[PassRule, ...]:
        """The pass rule of each criterion, in order."""
        return tuple(rule_for(criterion, self.planned_runs, self.threshold) for criterion in self.criteria)

    def require_reachable(self) -> None:
        """Raise Invalid, naming the field, if a setting can never be met, whatever the agent does."""
        for field, setting in self._settings():
            if not setting.ok:
                raise Invalid(setting.code, setting.message, field=field, **setting.numbers())

    def _settings(self) -> Iterator[tuple[str, SettingCheck]]:
        """Each number alone, by the field it stands in, then what they ask for together."""
        yield "runs", check_setting(self.runs, None)
        thresholds = {f"criteria.{at}.threshold": criterion.threshold for at, criterion in enumerate(self.criteria)}
        for field, threshold in {"threshold": self.threshold, **thresholds}.items():
            if threshold is not None:
                yield field, check_setting(MAX_RUNS, threshold)
        for rule in self.rules():
            yield "runs", check_setting(self.runs, rule.threshold)
        if self.threshold is not None:  # also while no criterion uses it: one may be added
            yield "runs", check_setting(self.runs, self.threshold)

    @property
    def content_hash(self) -> str:
        return digest(TestBody.model_dump(self, mode="json", include=set(TestBody.model_fields)))


class AcceptanceTest(TestBody):
    """A test with its life: draft → accepted → retired, or a draft discarded (then it is gone)."""

    id: str
    agent: str
    state: TestState = TestState.DRAFT
    replaces: str | None = None
    replaced_by: str | None = None
    retired_reason: str | None = None

    def body(self) -> TestBody:
        return TestBody.model_validate(self.model_dump(include=set(TestBody.model_fields)))
