"""A yes or no that has arrived: whatever fails afterwards, the turn comes to an end from which it can be retried."""

import pytest
from langchain_core.messages import AIMessage

from optimize.assistant.protocol import ResumeCommand, RetryCommand
from tests.assistant.conftest import ANN, World
from tests.fakes.scripted_model import calls, scripted


@pytest.mark.parametrize("approved", [True, False])
async def test_an_answer_that_cannot_be_followed_up_is_kept_and_the_turn_retried(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, approved: bool
) -> None:
    test = await world.draft()
    world.model.brain = scripted(calls(("accept_test", {"test": test})), AIMessage("So be it."))
    await world.say("accept it")
    [card] = await world.interrupts()

    async def breaks(_: object) -> bool:
        raise OSError("nothing to be read today")

    with monkeypatch.context() as broken:
        broken.setattr(world.conversations, "_pending", breaks)
        command = ResumeCommand(proposal=card["id"], digest=card["metadata"]["digest"], approved=approved)
        assert (await world.conversations.handle(world.thread, command, ANN)).type == "acknowledged"
    assert (await world.last("RUN_ERROR"))["code"] == "internal"
    assert "nothing to be read today" in caplog.text
    turn = await world.use_cases.threads.last_turn(world.thread)
    assert turn is not None
    await world.conversations.handle(world.thread, RetryCommand(turn_id=turn.id), ANN)
    await world.settled()
    assert (await world.last("RUN_FINISHED"))["outcome"]["type"] == "success"
    state = (await world.use_cases.lifecycle.view(test)).state
    assert state.value == ("accepted" if approved else "draft")
