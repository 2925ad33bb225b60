"""amend_test: replace an accepted test by a changed one; each names the other."""

from typing import ClassVar

from pydantic import Field

from optimize.domain.acceptance_test import TestBody
from optimize.tools.base import Card, Tool, ToolContext, ToolEffect, ToolResult
from optimize.tools.card_facts import facts_of_body
from optimize.tools.draft_summary import drafted
from optimize.tools.revise_draft import ReviseDraftArguments

_UNTRIED = "The changed test has not been dry-run: it is accepted as it stands here."


class AmendTestArguments(ReviseDraftArguments):
    test: str = Field(description="Id or name of the accepted test.")
    reason: str = Field(description="Why, in the person's own words.", min_length=3, max_length=4_000)


class AmendTest(Tool[AmendTestArguments]):
    name: ClassVar[str] = "amend_test"
    description: ClassVar[str] = (
        "Propose to amend an accepted test: a new test with the change is accepted, the old one is retired. "
        "Give only what changes, and the person's reason."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.DECIDES
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("accepted", "amended", "retired")
    arguments = AmendTestArguments

    async def card(self, context: ToolContext, arguments: AmendTestArguments) -> Card | None:
        old = await context.use_cases.lifecycle.find(context.agent, arguments.test)
        facts = (("Reason", arguments.reason), ("Replaces", await context.use_cases.lifecycle.named(old)))
        changes = _changes(old.body(), arguments.applied_to(old.body()))
        return Card(title=f"Amend “{old.name}”?", facts=(*facts, *changes), beside=(("Dry run", _UNTRIED),))

    async def run(self, context: ToolContext, arguments: AmendTestArguments) -> ToolResult:
        lifecycle = context.use_cases.lifecycle
        old = await lifecycle.find(context.agent, arguments.test)
        body = arguments.applied_to(old.body())
        view = await lifecycle.amend(old.id, body, reason=arguments.reason, actor=context.actor, key=context.key())
        return drafted(view, "Amended:")


def _changes(old: TestBody, new: TestBody) -> tuple[tuple[str, str], ...]:
    """What goes and what comes; what stays is left out."""
    before, after = facts_of_body(old), facts_of_body(new)
    gone = tuple((f"No longer: {label}", value) for label, value in before if (label, value) not in after)
    come = tuple((f"New: {label}", value) for label, value in after if (label, value) not in before)
    return gone + come
