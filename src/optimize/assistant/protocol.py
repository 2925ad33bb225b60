"""The chat's wire: AG-UI 1.0 events in a numbered envelope down, commands up.

The same union is in OpenAPI through `GET /api/chat/{thread}/events`, so the page's types are generated. What is not an
event of the thread (a refused command, an acknowledgement) is a `Notice`: it has no number and is not stored.

A person's message is a TEXT_MESSAGE triad with role `user` whose message id is the client's id. A turn may hold several
runs in the AG-UI sense: one until it needs a yes (RUN_FINISHED with outcome *interrupt*, one interrupt per proposal,
`metadata` = the card), the next after it. RUN_FINISHED carries `result`: what the turn did.
"""

from datetime import datetime
from typing import Annotated, Literal

from ag_ui.core import (
    CustomEvent,
    RunErrorEvent,
    RunFinishedEvent,
    RunStartedEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)
from pydantic import BaseModel, ConfigDict, Field

SUBPROTOCOL = "optimize.chat.v1"
LONGEST_MESSAGE = 20_000

ChatEvent = Annotated[
    RunStartedEvent
    | TextMessageStartEvent
    | TextMessageContentEvent
    | TextMessageEndEvent
    | ToolCallStartEvent
    | ToolCallArgsEvent
    | ToolCallEndEvent
    | ToolCallResultEvent
    | RunFinishedEvent
    | RunErrorEvent
    | CustomEvent,
    Field(discriminator="type"),
]
"""CUSTOM names: `progress` {batch, its counts, and until when it is paused}, `record_changed` {kind, id},
`proposal_answered` {proposal, state, by; `instead` if another message came, which counts as a no}, `replaced` {turns}
where an earlier message is said anew."""

Did = Literal["drafted", "revised", "proposed", "acted", "asked", "declined", "answered"]


class _Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TurnResult(_Wire):
    """`result` of RUN_FINISHED."""

    did: list[Did]
    drafts: list[str] = []
    proposals: list[str] = []
    batches: list[str] = []


class Envelope(_Wire):
    """One stored event of a thread. `seq` is gapless, starting at 1."""

    seq: int
    turn_id: str
    at: datetime
    event: ChatEvent


class MessageCommand(_Wire):
    """A message of the person. `client_id` makes it once, however often it is sent.

    `replaces`: the turn of an earlier message that this one says anew. That turn and all after it stay on record, and
    the assistant goes on as if they had not been said; what they did (drafts, runs, decisions) stays done.
    """

    type: Literal["message"] = "message"
    client_id: str = Field(min_length=1, max_length=100)
    text: str = Field(max_length=LONGEST_MESSAGE)
    replaces: str | None = Field(default=None, max_length=100)


class ResumeCommand(_Wire):
    """The answer to a card; `digest` is the one that stood on it."""

    type: Literal["resume"] = "resume"
    proposal: str
    digest: str
    approved: bool


class CancelCommand(_Wire):
    """Stop the turn that is running."""

    type: Literal["cancel"] = "cancel"


class RetryCommand(_Wire):
    """Take up a turn that was interrupted or failed where it stopped."""

    type: Literal["retry"] = "retry"
    turn_id: str


Command = Annotated[MessageCommand | ResumeCommand | CancelCommand | RetryCommand, Field(discriminator="type")]


class Notice(_Wire):
    """The answer to one command: acknowledged (`turn_id`), or refused (`error`, `detail`)."""

    type: Literal["acknowledged", "refused"]
    command: str
    client_id: str | None = None
    turn_id: str | None = None
    error: str | None = None
    detail: str | None = None


class EventPage(_Wire):
    items: list[Envelope]
    next: int | None = None
    """The `after` of the following page; None at the end."""
