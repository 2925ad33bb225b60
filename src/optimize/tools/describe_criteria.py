"""describe_criteria: what can be checked, and by whom."""

from typing import ClassVar

from optimize.domain.criteria import CRITERIA
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult


class DescribeCriteriaArguments(ToolArguments):
    pass


class DescribeCriteria(Tool[DescribeCriteriaArguments]):
    name: ClassVar[str] = "describe_criteria"
    description: ClassVar[str] = "The kinds of criteria: what each checks, and whether code or a judge model does it."
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = DescribeCriteriaArguments

    async def run(self, context: ToolContext, arguments: DescribeCriteriaArguments) -> ToolResult:
        return ToolResult(
            status="ok",
            summary=f"{len(CRITERIA)} kinds of criteria.",
            data={
                "criteria": [
                    {
                        "kind": kind,
                        "title": criterion.title,
                        "checked_by": "model" if criterion.judged else "code",
                        "description": (criterion.__doc__ or "").strip().split("\n")[0],
                    }
                    for kind, criterion in CRITERIA.items()
                ]
            },
        )
