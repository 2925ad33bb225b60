"""What happens in one run, written down in the order in which it opens."""

from typing import Any, Literal

from pydantic import JsonValue

from optimize.application.ports.clock import Clock
from optimize.application.recorded_json import cut, fitted, length, recorded
from optimize.domain.errors import Conflict
from optimize.domain.text import clean
from optimize.domain.transcript import (
    AnyEvent,
    CallStatus,
    Effect,
    Ending,
    Message,
    ModelCall,
    Note,
    Retrieval,
    ToolCall,
    Transcript,
)

RUN_LIMIT = 20_000_000
"""Characters beyond which a run is too long: its agent can do nothing more."""


class Recorder:
    """Collects the events of one run. Texts are cleaned and very long fields cut with a visible mark.

    Once `transcript` was taken nothing more can be recorded (Conflict `run_over`): as the gate records a call before
    it runs, a task that an agent left behind can do nothing that is on no record.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._events: list[AnyEvent] = []
        self._opened: dict[int, float] = {}
        self._turn_ms: list[float] = []
        self._turn = 0
        self._over = False
        self._length = 0

    @property
    def turn(self) -> int:
        """The user message that is being answered; 0 before the first."""
        return self._turn

    @property
    def full(self) -> bool:
        """Whether the run is longer than `RUN_LIMIT`."""
        return self._length > RUN_LIMIT

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """What was recorded so far."""
        return tuple(self._events)

    def message(self, role: Literal["system", "user", "assistant"], text: str) -> None:
        """A message of the current turn, or of the history while no turn was begun."""
        self._add(Message(**self._opening(), role=role, text=_text(text)))

    def begin_turn(self, user_text: str) -> None:
        """A message of the user that the agent is asked to answer."""
        self._turn += 1
        self.message("user", user_text)

    def turn_took(self, ms: float) -> None:
        """The agent's own wall time for the current turn, in milliseconds, our waiting left out."""
        self._turn_ms.append(ms)

    def note(self, text: str) -> None:
        self._add(Note(**self._opening(), text=_text(text)))

    def retrieved(self, query: str, passages: list[str]) -> None:
        self._add(Retrieval(**self._opening(), query=_text(query), passages=tuple(_text(p) for p in passages)))

    def model_called(self, call: ModelCall) -> None:
        """A finished model call; its number and turn are given here, its time is kept."""
        self._add(call.model_copy(update={"seq": len(self._events), "turn": self._turn}))

    def open_call(self, name: str, arguments: Any, *, effect: Effect, parent: int) -> ToolCall:
        """A tool call, on record before anything is sent; `unknown` until `close_call` says what came back."""
        parsed = recorded(arguments) if isinstance(arguments, dict) else None
        whole = fitted(parsed)
        call = ToolCall(
            **{**self._opening(), "ms": None},
            call_id=f"call_{len(self._events)}",
            name=cut(clean(name), 200),
            arguments=whole if isinstance(whole, dict) else None,
            arguments_text="" if isinstance(whole, dict) else _text(_as_sent(arguments, whole)),
            effect=effect,
            status="unknown",
            parent=parent,
        )
        self._opened[call.seq] = self._clock.monotonic()
        self._add(call)
        return call

    def sent(self, call: ToolCall) -> None:
        """The call is about to reach the tool's code."""
        self._change(call, {"sent": True})

    def close_call(self, call: ToolCall, status: CallStatus, *, result: Any = None, error: str | None = None) -> None:
        """What became of a call. A transcript that was already taken does not change."""
        took = (self._clock.monotonic() - self._opened.pop(call.seq)) * 1_000
        told = None if error is None else _text(error)
        came_back = fitted(recorded(result))
        self._length += length(came_back)
        self._change(call, {"status": status, "result": came_back, "error": told, "ms": took})

    def status_of(self, call: ToolCall) -> CallStatus:
        """What has become of a call so far."""
        event = self._events[call.seq]
        return event.status if isinstance(event, ToolCall) else call.status

    def transcript(self, ending: Ending, error: str | None = None) -> Transcript:
        """Everything recorded, for good: this ends the run."""
        self._over = True
        return Transcript(
            events=self.events,
            turn_ms=tuple(self._turn_ms),
            ending=ending,
            error=None if error is None else _text(error),
        )

    def _opening(self) -> dict[str, Any]:
        return {"seq": len(self._events), "turn": self._turn, "started": self._clock.now(), "ms": 0.0}

    def _add(self, event: AnyEvent) -> None:
        if self._over:
            raise Conflict("run_over", "This run is over: nothing more can happen in it.")
        self._length += _length(event)
        self._events.append(event)

    def _change(self, call: ToolCall, update: dict[str, Any]) -> None:
        self._events[call.seq] = self._events[call.seq].model_copy(update=update)


def _length(event: AnyEvent) -> int:
    match event:
        case Message() | Note():
            return len(event.text)
        case Retrieval():
            return sum(map(len, event.passages))
        case ToolCall():
            return length(event.arguments) + len(event.arguments_text)
        case ModelCall():
            return 0


def _text(text: str) -> str:
    return cut(clean(text))


def _as_sent(arguments: Any, whole: JsonValue) -> str:
    return whole if isinstance(whole, str) else str(arguments)
