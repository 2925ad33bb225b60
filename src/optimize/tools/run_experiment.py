"""run_experiment: the accepted tests under the current and a changed setup, in turns."""

from typing import ClassVar

from pydantic import Field, ValidationError

from optimize.application.estimates import EXPERIMENT_RUNS
from optimize.application.experiments import ExperimentOrder
from optimize.domain.change import Change, PromptChange
from optimize.domain.errors import Invalid
from optimize.domain.statistics.separation_sentences import noticeable_drop
from optimize.tools.base import Card, Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.ranges import Runs
from optimize.tools.spending import card_of


class RunExperimentArguments(ToolArguments):
    model: str | None = Field(default=None, description="Another model, as provider:model.")
    prompt: PromptChange | None = Field(default=None, description="A prompt part by its name, with its new text.")
    version: str | None = Field(default=None, description="Another version, by number or label.")
    runs: Runs = Field(default=EXPERIMENT_RUNS, description="Per test and setup; only if the person said how many.")
    tests: list[str] = Field(default=[], description="Ids or names; empty = the whole accepted set.")


class RunExperiment(Tool[RunExperimentArguments]):
    name: ClassVar[str] = "run_experiment"
    description: ClassVar[str] = (
        "Run the accepted tests under the current and one changed setup (a model, a prompt part or a version), in "
        "turns. Tells what got better or worse, cost and speed. Never counts; writes are refused."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.SPENDS
    did: ClassVar[str] = "acted"
    acts: ClassVar[tuple[str, ...]] = ("started",)
    arguments = RunExperimentArguments

    async def card(self, context: ToolContext, arguments: RunExperimentArguments) -> Card | None:
        order = await self._order(context, arguments)
        experiments = context.use_cases.experiments
        view = await experiments.estimate(context.agent, order)
        card = card_of(view, context.use_cases.free_allowance, "Run this experiment?")
        if card is None:
            return None
        change = ("Changed", await experiments.describe(context.agent, order.change))
        runs = ("Per test and setup", f"{order.runs} runs")
        return Card(title=card.title, facts=(change, runs, *card.facts, ("Can notice", noticeable_drop(order.runs))))

    async def run(self, context: ToolContext, arguments: RunExperimentArguments) -> ToolResult:
        order = await self._order(context, arguments)
        experiments = context.use_cases.experiments
        estimate = await experiments.estimate(context.agent, order)
        view = await experiments.start(context.agent, order, actor=context.actor, key=context.key())
        data = {
            "experiment": {
                "id": view.id,
                "changed": view.described,
                "state": view.state,
                "runs": view.runs,
                "planned": view.current.counts.planned + view.changed.counts.planned,
                "batches": [view.current.batch, view.changed.batch],
            },
            "estimate": estimate.model_dump(mode="json"),
            "notice": view.notice,
        }
        return ToolResult(status="ok", summary="The experiment has started; it has no result yet.", data=data)

    async def _order(self, context: ToolContext, arguments: RunExperimentArguments) -> ExperimentOrder:
        find = context.use_cases.lifecycle.find
        tests = tuple([(await find(context.agent, reference)).id for reference in arguments.tests])
        return ExperimentOrder(
            change=_change(arguments), runs=arguments.runs, tests=tests or None, thread=context.thread
        )


def _change(arguments: RunExperimentArguments) -> Change:
    try:
        return Change(model=arguments.model, prompt=arguments.prompt, version=arguments.version)
    except ValidationError as error:
        raise Invalid("one_change", "Change one thing: a model, a prompt part, or a version.") from error
