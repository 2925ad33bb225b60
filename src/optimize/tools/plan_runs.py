"""plan_runs: how many runs and which threshold tell a good agent from a bad one; or what a setting means."""

from typing import ClassVar

from pydantic import Field

from optimize.domain.statistics.operating_characteristic import plan
from optimize.domain.statistics.setting import check_setting
from optimize.domain.statistics.setting_sentences import both_sides, next_step
from optimize.domain.statistics.wording import chance, rate
from optimize.tools.base import Tool, ToolArguments, ToolContext, ToolEffect, ToolResult
from optimize.tools.ranges import Runs, Threshold


class PlanRunsArguments(ToolArguments):
    good: float | None = Field(default=None, gt=0, le=1, description="Pass rate of an agent that should pass.")
    bad: float | None = Field(default=None, gt=0, lt=1, description="Pass rate of an agent that should fail.")
    runs: Runs | None = Field(default=None, description="With threshold: explain this setting.")
    threshold: Threshold | None = None


class PlanRuns(Tool[PlanRunsArguments]):
    name: ClassVar[str] = "plan_runs"
    description: ClassVar[str] = (
        "Runs and threshold that tell a good pass rate from a bad one (good, bad); "
        "or what a given number of runs and threshold can tell (runs, threshold)."
    )
    effect: ClassVar[ToolEffect] = ToolEffect.READS
    arguments = PlanRunsArguments

    async def run(self, context: ToolContext, arguments: PlanRunsArguments) -> ToolResult:
        if arguments.good is not None and arguments.bad is not None:
            return _planned(arguments.good, arguments.bad)
        return _explained(arguments.runs or 5, 0.5 if arguments.threshold is None else arguments.threshold)


def _planned(good: float, bad: float) -> ToolResult:
    found = plan(good, bad)
    if found is None:
        return ToolResult(
            status="empty",
            summary=f"No number of runs up to 200 tells {good:.0%} from {bad:.0%}: compare rates further apart.",
        )
    needed = check_setting(found.runs, found.threshold).message
    sentences = [
        f"Use {found.runs} runs with a threshold of {found.threshold}: {needed}",
        f"An agent that is right {rate(good)} of the time then passes {chance(found.pass_good)} of the time; "
        f"one that is right {rate(bad)} of the time passes {chance(found.pass_bad)} of the time.",
    ]
    return ToolResult(status="ok", summary=sentences[0], data={**found._asdict(), "sentences": sentences})


def _explained(runs: int, threshold: float) -> ToolResult:
    setting = check_setting(runs, threshold)
    if not setting.ok:
        # It was asked what the setting means, and this is the answer: nothing that was wanted was refused.
        told = {"runs": runs, "threshold": threshold, "code": setting.code, "sentences": [setting.message]}
        return ToolResult(status="ok", summary=setting.message, data={**told, **setting.numbers()})
    sentences = [setting.message, both_sides(runs, threshold), next_step(runs, threshold)]
    return ToolResult(
        status="ok",
        summary=setting.message,
        data={"runs": runs, "threshold": threshold, "may_fail": setting.max_failures, "sentences": sentences},
    )
