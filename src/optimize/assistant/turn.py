"""What a turn of the assistant knows and remembers."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

from optimize.assistant.first_words import Place
from optimize.domain.actor import Actor

MODEL_CALLS = 8
TOOL_CALLS = 20


def newest(_: str, given: str) -> str:
    """A process that dies right after a yes leaves the turn on record, and the retry says it again in the same step."""
    return given


class TurnState(TypedDict, total=False):
    """Checkpointed after each step. Only messages outlive a turn; the rest starts anew with each message."""

    messages: Annotated[list[AnyMessage], add_messages]
    turn: Annotated[str, newest]
    """The turn that is being answered."""
    model_calls: int
    tool_calls: int
    proposals: dict[str, str]
    """Tool call → proposal that asks for it."""
    refusals: dict[str, dict[str, Any]]
    """Tool call → the error found while its card was drawn."""
    read: list[str]
    """What untrusted text was read since the person's last message, for the card."""
    did: list[str]
    drafts: list[str]
    batches: list[str]
    proposed: list[str]
    last_draft: str | None
    over: bool
    follow: dict[str, str] | None
    """A message typed while a card was open: it counts as no, and then as the message."""


@dataclass(frozen=True)
class TurnContext:
    """Where a turn runs: handed to the graph for one invocation, never stored."""

    agent: str
    thread: str
    turn: str
    actor: Actor
    tags: dict[str, str] = field(default_factory=dict)
    place: Place = field(default_factory=Place)


def fresh() -> TurnState:
    """The part of the state that starts anew with each message."""
    return TurnState(
        model_calls=0,
        tool_calls=0,
        proposals={},
        refusals={},
        read=[],
        did=[],
        drafts=[],
        batches=[],
        proposed=[],
        over=False,
        follow=None,
    )
