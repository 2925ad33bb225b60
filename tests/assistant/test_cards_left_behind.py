"""A process that dies between drawing a card and keeping the step that drew it: the retried step's card is the one."""

import asyncio
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from optimize.assistant.protocol import MessageCommand, ResumeCommand, RetryCommand
from tests.assistant.conftest import ANN, World
from tests.fakes.scripted_model import scripted


def asks_to_accept(test: str, call: str) -> AIMessage:
    """Servers number calls anew for each answer, so the same call comes under another id."""
    called = {"name": "accept_test", "args": {"test": test}, "id": call, "type": "tool_call"}
    return AIMessage("", tool_calls=[called])


@pytest.mark.parametrize("approved", [True, False])
async def test_an_answer_to_the_new_card_goes_on(world: World, monkeypatch: pytest.MonkeyPatch, approved: bool) -> None:
    test = await world.draft()
    approvals = world.use_cases.approvals
    propose = approvals.propose

    async def dies(**given: Any) -> None:
        await propose(**given)
        raise asyncio.CancelledError("process died")

    world.model.brain = scripted(asks_to_accept(test, "one"))
    with monkeypatch.context() as dying:
        dying.setattr(approvals, "propose", dies)
        notice = await world.conversations.handle(world.thread, MessageCommand(client_id="1", text="accept it"), ANN)
        await world.settled()
    turn = notice.turn_id or ""
    after = world.restarted(asks_to_accept(test, "two"), AIMessage("So be it."))
    await after.conversations.recover()
    await after.conversations.handle(after.thread, RetryCommand(turn_id=turn), ANN)
    await after.settled()
    [card] = await after.interrupts()
    assert [p.id for p in await after.use_cases.approvals.list(thread=after.thread, state="pending")] == [card["id"]]
    command = ResumeCommand(proposal=card["id"], digest=card["metadata"]["digest"], approved=approved)
    await after.conversations.handle(after.thread, command, ANN)
    await after.settled()
    assert (await after.last("RUN_FINISHED"))["outcome"]["type"] == "success"
    state = (await after.use_cases.lifecycle.view(test)).state
    assert state.value == ("accepted" if approved else "draft")
