from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from optimize.domain.agent_definition import ToolName
from optimize.domain.criteria.base import Capability, CodeCriterion
from optimize.domain.criteria.tool_calls import never_called, place, times, told
from optimize.domain.transcript import ToolCall, Transcript
from optimize.domain.verdict import Verdict, failed, passed

Count = Annotated[int, Field(strict=True, le=500)]


class Times(BaseModel):
    """How often a tool is called; at least once unless `at_least` says 0."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at_least: Count | None = Field(default=None, ge=0, description="The fewest calls; 1 if empty.")
    at_most: Count | None = Field(default=None, ge=1, description="The most calls.")
    exactly: Count | None = Field(default=None, ge=1, description="This number of calls; stands alone.")

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.exactly is not None and (self.at_least is not None or self.at_most is not None):
            raise ValueError("`exactly` stands alone; leave out at_least and at_most")
        if self.at_most is not None and self.fewest > self.at_most:
            raise ValueError(f"at_least {self.fewest} is more than at_most {self.at_most}")
        if self.fewest == 0 and self.at_most is None:
            raise ValueError("at_least 0 alone always holds; say at_most as well")
        return self

    @property
    def fewest(self) -> int:
        given = self.at_least if self.exactly is None else self.exactly
        return 1 if given is None else given

    @property
    def most(self) -> int | None:
        return self.at_most if self.exactly is None else self.exactly

    def allow(self, count: int) -> bool:
        return count >= self.fewest and (self.most is None or count <= self.most)

    def words(self) -> str:
        if self.exactly is not None:
            return f"exactly {times(self.exactly)}"
        if self.at_most is None:
            return f"at least {times(self.fewest)}"
        return f"at most {times(self.at_most)}" if self.fewest <= 1 else f"{self.fewest} to {self.at_most} times"


class InvokesTool(CodeCriterion):
    """The agent called the tool, whatever came back: returned, refused or failed."""

    title: ClassVar[str] = "Calls a tool"
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.TOOL_CALLS})

    kind: Literal["invokesTool"] = "invokesTool"
    tool: ToolName = Field(description="Name of the tool that must be called.")
    before: ToolName | None = Field(
        default=None,
        description=(
            "Another tool: the first call of `tool` must stand in an earlier message of the agent than the first call "
            "of this one. If this one is never called, the call of `tool` alone is enough."
        ),
    )
    times: Times | None = Field(default=None, description="How often the tool must be called; at least once if empty.")

    @model_validator(mode="after")
    def _before_another(self) -> Self:
        if self.before == self.tool:
            raise ValueError("`before` must name another tool: no call comes before itself")
        return self

    def tools(self) -> tuple[str, ...]:
        return (self.tool,) if self.before is None else (self.tool, self.before)

    def sentence(self) -> str:
        often = f" {self.times.words()}" if self.times else ""
        order = f" before {self.before}" if self.before else ""
        return f"The agent calls {self.tool}{often}{order}."

    def check(self, transcript: Transcript) -> Verdict:
        calls = list(transcript.calls_of(self.tool))
        wanted = self.times or Times()
        if not wanted.allow(len(calls)):
            return self._miscounted(calls, wanted, transcript)
        if not calls:
            return passed(f"{self.tool} was not called, which is allowed: {wanted.words()}.")
        if self.before is not None:
            return _in_order(calls[0], next(transcript.calls_of(self.before), None), self.before)
        if len(calls) == 1:
            return passed(f"{self.tool} was called {told(calls[0])}.", calls[0].seq)
        first = f"{self.tool} was called {times(len(calls))}, first {told(calls[0])}."
        return passed(first, *(call.seq for call in calls))

    def _miscounted(self, calls: list[ToolCall], wanted: Times, transcript: Transcript) -> Verdict:
        if not calls:
            return failed(never_called(self.tool, transcript))
        counted = f"{self.tool} was called {times(len(calls))}, expected {wanted.words()}; first {told(calls[0])}."
        return failed(counted, *(call.seq for call in calls))


def _in_order(first: ToolCall, other: ToolCall | None, other_name: str) -> Verdict:
    if other is None:
        return passed(f"{first.name} was called {told(first)}; {other_name} was never called.", first.seq)
    said, then = f"{first.name} was first called {place(first)}", f"{other_name} {place(other)}"
    if first.parent is not None and first.parent == other.parent:
        return failed(f"{said}, in the same message as {then}, so not before it.", first.seq, other.seq)
    if _position(first, other) < _position(other, first):
        # Its call may have opened later all the same, and the numbers would belie a “before”.
        earlier = "before" if first.seq < other.seq else "in an earlier message than"
        return passed(f"{said}, {earlier} {then}.", first.seq, other.seq)
    return failed(f"{said}, after {then}.", first.seq, other.seq)


def _position(call: ToolCall, other: ToolCall) -> int:
    """The number of its message; where one of the two is unknown, the order in which the calls opened."""
    return call.seq if call.parent is None or other.parent is None else call.parent
