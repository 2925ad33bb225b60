"""What talks to models, loaded when the first of them is asked: a process plans its runs, and tells of them, before."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from pkgutil import resolve_name
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from optimize.adapters.agents.offline_agent import open_offline_model
from optimize.adapters.agents.tool_calling_model import ToolCallingModel
from optimize.application.ports.models import CallContext, ModelReply, PromptMessage
from optimize.domain.agent_definition import ModelChoice
from optimize.domain.cost import CallRole

if TYPE_CHECKING:
    from optimize.talking import Talking

_TALKING: Final = "optimize.talking:talking"
_OF_RUNS: Final[tuple[CallRole, ...]] = ("agent", "judge", "simulator")


class LaterModels:
    """Implements the port `Models`, and opens the models of agents. `parts` is what `talking` is put together from."""

    def __init__(self, assignment: Mapping[CallRole, str], **parts: Any) -> None:
        self._assignment = assignment
        self._put_together = partial(_put_together, assignment=assignment, **parts)
        self._talking: Talking | None = None
        self._loading = Lock()

    async def ready(self) -> None:
        """Have all that a run needs ready before it asks, and let the others go on meanwhile."""
        await asyncio.to_thread(self._prepare, asyncio.get_running_loop())

    def _prepare(self, loop: asyncio.AbstractEventLoop) -> None:
        self.load().completers.prepare(loop, _OF_RUNS)

    def load(self) -> Talking:
        """Of use at once; what it needs for its first call comes with that."""
        with self._loading:
            self._talking = self._talking or self._put_together()
            return self._talking

    def name_of(self, role: CallRole) -> str:
        return self._assignment[role]

    async def ask(
        self,
        role: CallRole,
        messages: list[PromptMessage],
        *,
        context: CallContext,
        schema: dict[str, Any] | None = None,
        model: str | None = None,
        max_tokens: int = 1_500,
    ) -> ModelReply:
        asked = self.load().models.ask
        return await asked(role, messages, context=context, schema=schema, model=model, max_tokens=max_tokens)

    def open_agent_model(self, choice: ModelChoice | None, context: CallContext) -> ToolCallingModel:
        """The model of a declared agent: the offline one plays it by rules of its own, others through the ledger."""
        if choice is None or choice.ref.startswith("offline:"):
            return open_offline_model(choice, context)
        return self.load().agent_model(choice, context)


def _put_together(**parts: Any) -> Talking:
    together: Talking = resolve_name(_TALKING)(**parts)
    return together
