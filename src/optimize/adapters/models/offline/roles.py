"""Who answers in which role."""

from collections.abc import Callable
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage

from optimize.adapters.models.offline.assistant import assist
from optimize.adapters.models.offline.judge import judge
from optimize.adapters.models.offline.simulator import play

OfflineRole = Literal["assistant", "judge", "simulator"]
Answer = Callable[[list[BaseMessage], list[dict[str, Any]]], AIMessage]

ROLES: dict[OfflineRole, Answer] = {"assistant": assist, "judge": judge, "simulator": play}
"""Messages and bound tools → one answer."""
