"""What every criterion is: a frozen model whose fields are its parameters."""

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from optimize.domain.errors import Invalid
from optimize.domain.template import Names, fill
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Verdict


class Capability(StrEnum):
    """What a connection must be able to see before a criterion can be decided."""

    TOOL_CALLS = "tool_calls"
    ARGUMENTS = "arguments"
    TOOL_RESULTS = "tool_results"
    PASSAGES = "passages"


class Evidence(StrEnum):
    """What a judge may look at, beside the transcript's messages."""

    TOOL_RESULTS = "tool_results"
    KNOWLEDGE = "knowledge"
    USER_MESSAGES = "user_messages"
    INSTRUCTIONS = "instructions"


class CriterionBase(BaseModel, ABC):
    """One thing that must hold. A subclass adds `kind: Literal["…"] = "…"`, its parameters, and how it is decided."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    title: ClassVar[str]
    """What it checks, as a person reads it in a list."""
    judged: ClassVar[bool]
    needs: ClassVar[frozenset[Capability]] = frozenset()

    kind: str
    threshold: float | None = Field(
        default=None,
        strict=True,
        description="Share of runs whose lower bound this criterion must clear; empty = the rule of its kind.",
    )

    def tools(self) -> tuple[str, ...]:
        """Tools named by the parameters; each must be one that the agent has."""
        return ()

    def parameters_of(self) -> dict[str, tuple[str, ...]]:
        """Tool → names of its arguments that the parameters look into."""
        return {}

    @property
    def scored(self) -> bool:
        """Whether a run counts by its score (a fraction met) and not as passed or failed."""
        return False

    @abstractmethod
    def sentence(self) -> str:
        """The criterion in one plain English sentence, for cards and lists."""

    def filled(self, names: Names) -> Self:
        """The same criterion with `{{test_case.x}}` and `{{agent.x}}` filled in.

        Raises Invalid: for an unknown name, or `bad_filling` if what is filled in makes the criterion wrong.
        """
        data: dict[str, Any] = fill(self.model_dump(mode="json"), names)
        return self.checked_again(data)

    def checked_again(self, data: dict[str, Any]) -> Self:
        """The criterion that `data`, its own parameters filled in, describes. Raises Invalid `bad_filling`."""
        try:
            return type(self).model_validate(data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            detail = f"With its attributes filled in, {self.kind} is not valid: {where} {first['msg']}."
            raise Invalid("bad_filling", detail, kind=self.kind, field=where) from error


class CodeCriterion(CriterionBase):
    """Decided by code: a pure function of the transcript."""

    judged: ClassVar[bool] = False

    @abstractmethod
    def check(self, transcript: Transcript) -> Verdict:
        """Passed or failed, with a reason that names what was found, expected and got."""


class JudgedCriterion(CriterionBase):
    """Decided by a model that reads the requirement, the evidence and the transcript."""

    judged: ClassVar[bool] = True
    evidence: ClassVar[frozenset[Evidence]] = frozenset()

    @abstractmethod
    def requirement(self) -> str:
        """What must hold, in words that a judge can apply to the transcript."""
