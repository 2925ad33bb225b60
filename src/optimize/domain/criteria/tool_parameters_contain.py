from typing import Any, ClassVar, Literal, Self

import re2
from pydantic import Field, model_validator

from optimize.domain.agent_definition import ToolName
from optimize.domain.criteria.argument_path import ArgumentPath, top_of, values_at
from optimize.domain.criteria.base import Capability, CodeCriterion
from optimize.domain.criteria.matchers import Matcher
from optimize.domain.criteria.parameters import LIST_LIMIT, CaseSensitive, Texts
from optimize.domain.criteria.tool_calls import never_called, place, shown_arguments
from optimize.domain.criteria.values import shown, texts_in
from optimize.domain.template import Names, fill
from optimize.domain.text import occurs
from optimize.domain.transcript import ToolCall, Transcript
from optimize.domain.verdict import Verdict, failed, passed

_EVIDENCE = 1_000
"""Characters of the arguments: what proves it may stand anywhere in them."""
_CALLS_SHOWN = 3


class ToolParametersContain(CodeCriterion):
    """A call of the tool carries the right arguments: one call, or every call, satisfies all of them together."""

    title: ClassVar[str] = "Calls a tool with the right details"
    needs: ClassVar[frozenset[Capability]] = frozenset({Capability.TOOL_CALLS, Capability.ARGUMENTS})

    kind: Literal["toolParametersContain"] = "toolParametersContain"
    tool: ToolName = Field(description="Name of the tool whose arguments are looked at.")
    parameters: dict[ArgumentPath, Matcher] = Field(
        default={},
        max_length=LIST_LIMIT,
        description=(
            "What must hold for each argument: its path, such as `invoice` or `payment.items[0].amount` "
            '(`items[*]` = some element), and a matcher, such as {"equals": "INV-1003"}.'
        ),
    )
    anywhere: Texts | None = Field(
        default=None, description="Texts that each occur in some text or number of the arguments, nested ones too."
    )
    calls: Literal["any", "every"] = Field(
        default="any", description="`any`: one call satisfies all of it. `every`: each call of the tool does."
    )
    case_sensitive: CaseSensitive = False

    @model_validator(mode="after")
    def _something_to_find(self) -> Self:
        if not self.parameters and self.anywhere is None:
            raise ValueError("needs `parameters` or `anywhere`; for the call alone use invokesTool")
        return self

    def tools(self) -> tuple[str, ...]:
        return (self.tool,)

    def parameters_of(self) -> dict[str, tuple[str, ...]]:
        return {self.tool: tuple(dict.fromkeys(top_of(path) for path in self.parameters))}

    def sentence(self) -> str:
        whose = f"The agent calls {self.tool}" if self.calls == "any" else f"Every call of {self.tool} is made"
        return f"{whose} with {self._wanted()}."

    def _wanted(self) -> str:
        wanted = [f"{path} {matcher.words()}" for path, matcher in self.parameters.items()]
        wanted += [f"{shown(text)} somewhere in the arguments" for text in self.anywhere or ()]
        return ", ".join(wanted)

    def filled(self, names: Names) -> Self:
        data: dict[str, Any] = fill(self.model_dump(mode="json"), names)
        for path, matcher in self.parameters.items():
            if matcher.matches is not None:
                data["parameters"][path]["matches"] = fill(matcher.matches, names, quote=re2.escape)
        return self.checked_again(data)

    def check(self, transcript: Transcript) -> Verdict:
        calls = list(transcript.calls_of(self.tool))
        if not calls:
            return failed(never_called(self.tool, transcript))
        wrong = {call.seq: self._wrong(call) for call in calls}
        right = [call for call in calls if not wrong[call.seq]]
        if len(right) == len(calls) or (self.calls == "any" and right):
            return self._satisfied(right, len(calls))
        misses = [f"{place(call)}, {wrong[call.seq]}" for call in calls if wrong[call.seq]]
        shown_misses = "; ".join(misses[:_CALLS_SHOWN])
        more = f"; and {len(misses) - _CALLS_SHOWN} more" if len(misses) > _CALLS_SHOWN else ""
        count = f"{len(misses)} of {len(calls)} calls do not satisfy it: " if len(calls) > 1 else ""
        return failed(f"{self.tool}: {count}{shown_misses}{more}.", *(call.seq for call in calls if wrong[call.seq]))

    def _satisfied(self, right: list[ToolCall], count: int) -> Verdict:
        first = right[0]
        which = f"All {count} calls of {self.tool}, the first" if self.calls == "every" and count > 1 else self.tool
        said = f"{which} {place(first)}, had {self._wanted()}: {shown_arguments(first, _EVIDENCE)}."
        return passed(said, *(call.seq for call in right))

    def _wrong(self, call: ToolCall) -> str:
        """What a call lacks, expected and got; empty if nothing."""
        arguments = call.arguments
        if arguments is None:
            return shown_arguments(call, _EVIDENCE)
        misses = [
            f"{path} expected {matcher.words()}, got {self._got(values)}"
            for path, matcher in self.parameters.items()
            if not matcher.holds(values := values_at(arguments, path), case_sensitive=self.case_sensitive)
        ]
        texts = list(texts_in(arguments))
        misses += [
            f"{shown(text)} expected somewhere in the arguments, got {shown_arguments(call, _EVIDENCE)}"
            for text in self.anywhere or ()
            if not any(occurs(text, inner, case_sensitive=self.case_sensitive) for inner in texts)
        ]
        return ", ".join(misses)

    @staticmethod
    def _got(values: list[Any]) -> str:
        return (
            " / ".join(shown(value, _EVIDENCE) for value in values[:_CALLS_SHOWN]) or "nothing (the argument is absent)"
        )
