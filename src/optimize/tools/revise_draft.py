"""revise_draft: change a draft; what is not given stays."""

from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, JsonValue, WithJsonSchema

from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria import CRITERIA, AnyCriterion
from optimize.domain.situation import SimulatedUser
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.draft_summary import drafted
from optimize.tools.ranges import Runs, Threshold

_AS_IN_DRAFTS: Final = WithJsonSchema(
    {
        "type": "object",
        "properties": {"kind": {"enum": list(CRITERIA)}},
        "required": ["kind"],
        "description": "A criterion, with the fields that its kind has in draft_test.",
    }
)
"""All kinds with all their fields stand in one tool: again in each that takes criteria, they would fill a model."""


class ReviseDraftArguments(ToolArguments):
    test: str = Field(description="Id or name of the draft.")
    name: str | None = Field(default=None, max_length=120)
    situation: str | None = Field(default=None, description="New first user message.", max_length=4_000)
    follow_ups: list[str] | None = Field(default=None, max_length=10)
    simulated_user: SimulatedUser | None = None
    remove_simulated_user: bool = False
    add_criteria: list[Annotated[AnyCriterion, _AS_IN_DRAFTS]] = Field(
        default=[], description="Criteria to add.", max_length=10
    )
    remove_criteria: list[int] = Field(default=[], description="Positions to remove, counted from 0.", max_length=10)
    runs: Runs | None = None
    threshold: Threshold | None = None
    attributes: dict[str, JsonValue] | None = None
    expected_behaviors: list[str] | None = None

    def applied_to(self, body: TestBody) -> TestBody:
        kept = [c for position, c in enumerate(body.criteria) if position not in self.remove_criteria]
        data: dict[str, Any] = body.model_dump(mode="json")
        data["criteria"] = [c.model_dump(mode="json") for c in (*kept, *self.add_criteria)]
        texts = [message["text"] for message in data["situation"]["messages"]]
        first = texts[0] if self.situation is None else self.situation
        rest = texts[1:] if self.follow_ups is None else self.follow_ups
        if self.situation is not None or self.follow_ups is not None:
            data["situation"] = {"messages": [{"role": "user", "text": text} for text in (first, *rest)]}
        if self.remove_simulated_user:
            data["simulated_user"] = None
        given = self.model_dump(
            mode="json",
            exclude_none=True,
            include={"name", "simulated_user", "runs", "threshold", "attributes", "expected_behaviors"},
        )
        return TestBody.model_validate(data | given)


class ReviseDraft(Tool[ReviseDraftArguments]):
    name: ClassVar[str] = "revise_draft"
    description: ClassVar[str] = "Change a draft. Give only what changes. Accepted tests cannot be revised: amend_test."
    effect: ClassVar[ToolEffect] = ToolEffect.DRAFTS
    did: ClassVar[str] = "revised"
    acts: ClassVar[tuple[str, ...]] = ("revised",)
    arguments = ReviseDraftArguments

    async def run(self, context: ToolContext, arguments: ReviseDraftArguments) -> ToolResult:
        lifecycle = context.use_cases.lifecycle
        current = await lifecycle.find(context.agent, arguments.test)
        body, known = arguments.applied_to(current.body()), current.content_hash
        view = await lifecycle.revise(current.id, body, actor=context.actor, instead_of=known)
        return drafted(view, "Revised")
