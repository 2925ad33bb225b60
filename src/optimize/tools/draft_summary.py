"""How a draft is told to the model after it was written."""

from optimize.application.views import TestView
from optimize.tools.base import ToolResult


def drafted(view: TestView, verb: str) -> ToolResult:
    return ToolResult(
        status="ok",
        summary=f"{verb} “{view.name}”.",
        data={
            "test": view.id,
            "name": view.name,
            "situation": [message.text for message in view.situation.messages],
            "simulated_user": view.simulated_user.model_dump() if view.simulated_user else None,
            "criteria": [c.model_dump(mode="json", exclude_none=True) for c in view.criteria],
            "sentences": view.sentences,
            "setting": view.setting,
            "runs": view.planned_runs,
            "warnings": view.warnings,
        },
    )
