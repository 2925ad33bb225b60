"""How a run of the assistant ends, as events: done, waiting for a yes, cancelled, failed, interrupted."""

import logging
from collections.abc import Sequence
from typing import Any

from ag_ui.core import (
    Interrupt,
    RunErrorEvent,
    RunFinishedCancelledOutcome,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunFinishedSuccessOutcome,
    RunStartedEvent,
)

from optimize.application.records import TurnRecord
from optimize.application.views import ProposalView
from optimize.assistant.custom import Wire, custom
from optimize.assistant.protocol import Did, TurnResult
from optimize.assistant.stream import wire
from optimize.assistant.turn import TurnState
from optimize.domain.errors import OptimizeError

_log = logging.getLogger(__name__)
BROKEN = "Something went wrong on our side while answering. Nothing was lost; retry, or ask again."
INTERRUPTED = "The server stopped while this was being answered. What had arrived is kept; retry to go on."


def started(thread: str, turn: str) -> Wire:
    return wire(RunStartedEvent(thread_id=thread, run_id=turn))


def finished(thread: str, turn: str, result: TurnResult) -> Wire:
    return wire(
        RunFinishedEvent(
            thread_id=thread,
            run_id=turn,
            outcome=RunFinishedSuccessOutcome(type="success"),
            result=result.model_dump(mode="json"),
        )
    )


def waiting(thread: str, turn: str, result: TurnResult, proposals: Sequence[ProposalView]) -> Wire:
    interrupts = [
        Interrupt(
            id=proposal.id,
            reason="approval",
            message=proposal.title,
            tool_call_id=proposal.call,
            metadata={
                "digest": proposal.digest,
                "facts": proposal.facts,
                "warning": proposal.warning,
                "action": proposal.action,
            },
        )
        for proposal in proposals
    ]
    return wire(
        RunFinishedEvent(
            thread_id=thread,
            run_id=turn,
            outcome=RunFinishedInterruptOutcome(type="interrupt", interrupts=interrupts),
            result=result.model_dump(mode="json"),
        )
    )


def cancelled(thread: str, turn: str) -> Wire:
    return wire(RunFinishedEvent(thread_id=thread, run_id=turn, outcome=RunFinishedCancelledOutcome(type="cancelled")))


def failed(code: str, message: str) -> Wire:
    return wire(RunErrorEvent(code=code, message=message))


def broken(turn: TurnRecord, error: Exception) -> Wire:
    """What the person can be told of an error; what they cannot is in the log."""
    if isinstance(error, OptimizeError):
        return failed(error.code, error.detail)
    _log.error("turn %s failed", turn.id, exc_info=error)
    return failed("internal", BROKEN)


def proposal_answered(proposal: ProposalView, *, instead: bool = False) -> Wire:
    value: dict[str, Any] = {"proposal": proposal.id, "state": proposal.state, "by": proposal.answered_by}
    if instead:
        value["instead"] = True
    return custom("proposal_answered", value)


def result_of(state: TurnState, *, proposed: bool) -> TurnResult:
    """What a turn did, for RUN_FINISHED. A turn that only spoke has answered."""
    did: dict[Did, None] = dict.fromkeys(word for word in state.get("did", []) if word != "answered")  # type: ignore[misc]
    if proposed:
        did["proposed"] = None
    return TurnResult(
        did=list(did) or ["answered"],
        drafts=list(dict.fromkeys(state.get("drafts", []))),
        proposals=list(dict.fromkeys(state.get("proposed", []))),
        batches=list(dict.fromkeys(state.get("batches", []))),
    )
