"""draft_test: one message of a person becomes one draft."""

from typing import ClassVar

from pydantic import Field, JsonValue

from optimize.domain.acceptance_test import TestBody
from optimize.domain.criteria import AnyCriterion
from optimize.domain.situation import SimulatedUser, Situation, SituationMessage
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.draft_summary import drafted
from optimize.tools.ranges import Runs, Threshold


class DraftTestArguments(ToolArguments):
    name: str = Field(description="A short title that says what must hold.", max_length=120)
    situation: str = Field(
        description="The first message a user of the agent would type. Never the description of the test itself.",
        max_length=4_000,
    )
    follow_ups: list[str] = Field(
        default=[], description="Further user messages, sent one after the other.", max_length=10
    )
    simulated_user: SimulatedUser | None = Field(
        default=None, description="Only if a conversation with somebody who reacts is wanted."
    )
    criteria: list[AnyCriterion] = Field(min_length=1, max_length=10)
    runs: Runs | None = Field(default=None, description="Only if the person said how many runs.")
    threshold: Threshold | None = Field(
        default=None, description="Only if the person said one, as a share: 80 % is 0.8."
    )
    attributes: dict[str, JsonValue] = Field(default={}, description="Only if the person named attributes.")
    expected_behaviors: list[str] = Field(default=[], description="Only together with meetsExpectedBehaviors.")

    def body(self) -> TestBody:
        texts = (self.situation, *self.follow_ups)
        return TestBody(
            name=self.name,
            situation=Situation(messages=tuple(SituationMessage(text=text) for text in texts)),
            simulated_user=self.simulated_user,
            criteria=tuple(self.criteria),
            runs=self.runs,
            threshold=self.threshold,
            attributes=self.attributes,
            expected_behaviors=tuple(self.expected_behaviors),
        )


class DraftTest(Tool[DraftTestArguments]):
    name: ClassVar[str] = "draft_test"
    description: ClassVar[str] = (
        "Write one draft of an acceptance test. Call it once per test that the person wants. "
        "Use only tools and parameters that the agent has."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.DRAFTS
    did: ClassVar[str] = "drafted"
    acts: ClassVar[tuple[str, ...]] = ("drafted",)
    arguments = DraftTestArguments

    async def run(self, context: ToolContext, arguments: DraftTestArguments) -> ToolResult:
        view = await context.use_cases.lifecycle.draft(
            context.agent, arguments.body(), actor=context.actor, key=context.key()
        )
        return drafted(view, "Drafted")
