"""What happened in one run: an append-only list of events, in the order in which they opened."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Effect = Literal["read", "write"]
CallStatus = Literal["executed", "refused", "simulated", "failed", "unknown", "not_run"]


class Ending(StrEnum):
    """Why a conversation stopped."""

    AGENT_ENDED = "agent_ended"
    GOAL_REACHED = "goal_reached"
    STUCK = "stuck"
    TURN_LIMIT = "turn_limit"
    SIMULATOR_INVALID = "simulator_invalid"
    AGENT_ERROR = "agent_error"
    CANCELLED = "cancelled"
    BUDGET = "budget"


class Event(BaseModel):
    """One thing that happened. `seq` is given by us when the event opens; `turn` is the user message it answers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seq: int
    turn: int = 0
    started: datetime | None = None
    ms: float | None = None
    """Monotonic duration in milliseconds; None if it never came back."""


class Message(Event):
    kind: Literal["message"] = "message"
    role: Literal["system", "user", "assistant"]
    text: str


class ToolCall(Event):
    """An attempted call. `status` is the gate's word; a refused call is a call."""

    kind: Literal["tool_call"] = "tool_call"
    call_id: str
    name: str
    arguments: dict[str, JsonValue] | None = None
    """Parsed arguments; None if they could not be read (then `arguments_text` is the evidence)."""
    arguments_text: str = ""
    effect: Effect = "write"
    status: CallStatus = "executed"
    sent: bool = False
    """Whether anything left this machine or reached the tool's code."""
    result: JsonValue = None
    error: str | None = None
    parent: int | None = None
    """The assistant message (its number within the run) that asked for it; calls that share one are simultaneous."""

    @property
    def counts(self) -> bool:
        """Whether criteria count it: whatever came back, unless it was held back as a sibling of a refused call."""
        return self.status != "not_run"

    @property
    def came_back(self) -> bool:
        """Whether its result is a source that an answer may rest on."""
        return self.status in ("executed", "simulated")


class Retrieval(Event):
    kind: Literal["retrieval"] = "retrieval"
    query: str
    passages: tuple[str, ...]


class ModelCall(Event):
    """One call to a model, as recorded in the ledger too."""

    kind: Literal["model_call"] = "model_call"
    model: str
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: Decimal | None = None


class Note(Event):
    kind: Literal["note"] = "note"
    text: str


AnyEvent = Annotated[Message | ToolCall | Retrieval | ModelCall | Note, Field(discriminator="kind")]


class Transcript(BaseModel):
    """Everything a criterion may look at. `turn_ms` is the agent's own wall time per turn, our waiting left out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    events: tuple[AnyEvent, ...] = ()
    turn_ms: tuple[float, ...] = ()
    ending: Ending = Ending.AGENT_ENDED
    error: str | None = None
    """What the agent failed with, if it did."""

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(e for e in self.events if isinstance(e, Message))

    @property
    def agent_messages(self) -> tuple[Message, ...]:
        return tuple(m for m in self.messages if m.role == "assistant")

    @property
    def user_messages(self) -> tuple[Message, ...]:
        return tuple(m for m in self.messages if m.role == "user")

    @property
    def answer(self) -> str | None:
        """The text of the agent's last message in the turns that were played; None if it said nothing."""
        texts = [m.text for m in self.agent_messages if m.turn > 0]
        return texts[-1] if texts and texts[-1].strip() else None

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The calls that count, in order."""
        return tuple(e for e in self.events if isinstance(e, ToolCall) and e.counts)

    def calls_of(self, tool: str) -> Iterator[ToolCall]:
        return (call for call in self.tool_calls if call.name == tool)
