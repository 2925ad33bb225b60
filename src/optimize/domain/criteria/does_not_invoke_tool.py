from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from optimize.domain.agent_definition import ToolName
from optimize.domain.criteria.base import Capability, CodeCriterion
from optimize.domain.criteria.tool_calls import told
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Verdict, failed, passed


class DoesNotInvokeTool(CodeCriterion):
    """The agent attempted no call of the tool, or no write at all; a refused attempt counts as one."""

    title: ClassVar[str] = "Does not call a tool"
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.TOOL_CALLS})

    kind: Literal["doesNotInvokeTool"] = "doesNotInvokeTool"
    tool: ToolName | None = Field(default=None, description="Name of the tool that must not be called.")
    effect: Literal["write"] | None = Field(
        default=None, description="`write` instead of a tool: no tool that writes may be called."
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.tool is None) == (self.effect is None):
            raise ValueError("doesNotInvokeTool needs either `tool` or `effect: write`, not both")
        return self

    def tools(self) -> tuple[str, ...]:
        return () if self.tool is None else (self.tool,)

    def sentence(self) -> str:
        return f"The agent does not call {self.tool}." if self.tool else "The agent calls no tool that writes."

    def check(self, transcript: Transcript) -> Verdict:
        calls = [c for c in transcript.tool_calls if c.name == self.tool or (self.effect and c.effect == self.effect)]
        if not calls:
            return passed(f"{self.tool} was not called." if self.tool else "No tool that writes was called.")
        more = f" It is the first of {len(calls)} such calls." if len(calls) > 1 else ""
        what = calls[0].name if self.tool else f"{calls[0].name}, which writes,"
        return failed(f"{what} was called {told(calls[0])}.{more}", *(call.seq for call in calls))
