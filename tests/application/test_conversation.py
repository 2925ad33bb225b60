"""How a conversation goes, and what each way of ending it means."""

import asyncio
import sys
from typing import Any, NoReturn

import pytest

from optimize.application.allowance import Stopped
from optimize.application.conversation import ConversationPlayer, Played, Says, Scene, scene_of
from optimize.application.ports.agent_under_test import AgentReply, Tools
from optimize.application.recorder import Recorder
from optimize.application.simulated_user import Said, SimulatorInvalid
from optimize.application.tool_gate import ToolGate
from optimize.domain.agent_definition import Limits
from optimize.domain.errors import Invalid, Unavailable
from optimize.domain.situation import SimulatedUser
from optimize.domain.transcript import Ending
from tests.fakes.agents import Answers, FakeConversation, echo
from tests.fakes.clock import FakeClock
from tests.fakes.planned import DEFINITION, body

USER = SimulatedUser(persona="a traveller", goal="a refund", turn_limit=3)


def scene(*messages: str, user: SimulatedUser | None = None) -> Scene:
    return Scene(history=(), messages=messages or ("Hello",), user=user)


def user_saying(*said: tuple[str, str]) -> Says:
    left = [Said.model_validate({"message": message, "status": status}) for message, status in said]

    async def says() -> Said:
        return left.pop(0)

    return says


async def allowed() -> None:
    """Everything."""


async def play(
    answers: Answers = echo,
    what: Scene | None = None,
    says: Says | None = None,
    *,
    allow: Any = allowed,
    clock: FakeClock | None = None,
    **limits: Any,
) -> Played:
    clock = clock or FakeClock()
    recorder, bounds = Recorder(clock), Limits(**limits)
    gate = ToolGate(recorder, DEFINITION.tools, "refuse", bounds, {})
    player = ConversationPlayer(recorder, gate, bounds, clock, allow)
    return await player.play(what or scene(), FakeConversation(answers, {}), says)


def lines(played: Played) -> list[tuple[str, str, int]]:
    return [(message.role, message.text, message.turn) for message in played.transcript.messages]


async def test_every_message_of_the_situation_is_answered() -> None:
    played = await play(what=scene("Hello", "And now?"))
    assert lines(played) == [
        ("user", "Hello", 1),
        ("assistant", "You said: Hello", 1),
        ("user", "And now?", 2),
        ("assistant", "You said: And now?", 2),
    ]
    assert played.transcript.ending is Ending.AGENT_ENDED
    assert played.could_not_run is None


@pytest.mark.parametrize("status", ["goal_reached", "stuck"])
async def test_the_last_message_of_the_user_is_delivered_and_answered(status: str) -> None:
    played = await play(what=scene(user=USER), says=user_saying(("Go on", "continue"), ("Thanks", status)))
    assert played.transcript.ending == status
    assert lines(played)[-2:] == [("user", "Thanks", 3), ("assistant", "You said: Thanks", 3)]


async def test_the_turn_limit_is_only_a_reason_to_stop() -> None:
    more = user_saying(*[(f"Message {n}", "continue") for n in range(9)])
    played = await play(what=scene(user=USER), says=more)
    assert played.transcript.ending is Ending.TURN_LIMIT
    assert len(played.transcript.user_messages) == 1 + 3
    assert played.could_not_run is None


async def test_the_agents_own_limit_of_turns_holds_too() -> None:
    played = await play(what=scene("one", "two", "three"), turns=2)
    assert played.transcript.ending is Ending.TURN_LIMIT
    assert len(played.transcript.user_messages) == 2


async def test_the_agent_may_close_the_conversation() -> None:
    async def goodbye(message: str, tools: Tools) -> AgentReply:
        return AgentReply(text="Goodbye.", ended=True)

    played = await play(goodbye, scene("Hello", "more", user=USER))
    assert lines(played) == [("user", "Hello", 1), ("assistant", "Goodbye.", 1)]
    assert played.transcript.ending is Ending.AGENT_ENDED


async def fails(message: str, tools: Tools) -> NoReturn:
    await tools.call("find_order", {})
    raise KeyError("order")


async def leaves(message: str, tools: Tools) -> NoReturn:
    sys.exit(3)


async def pretends(message: str, tools: Tools) -> NoReturn:
    raise asyncio.CancelledError


async def refuses(message: str, tools: Tools) -> NoReturn:
    raise Invalid("bad", "This message cannot be answered.")


async def gives_up(message: str, tools: Tools) -> NoReturn:
    raise TimeoutError("the database did not answer")


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        (fails, "KeyError: 'order'"),
        (leaves, "SystemExit: 3"),
        (pretends, "CancelledError: "),
        (refuses, "This message cannot be answered."),
        (gives_up, "TimeoutError: the database did not answer"),
    ],
)
async def test_what_the_agent_raises_is_its_failure_and_what_it_did_is_kept(answers: Answers, error: str) -> None:
    played = await play(answers)
    assert played.transcript.ending is Ending.AGENT_ERROR
    assert played.transcript.error == error
    assert played.could_not_run is None
    assert len(played.transcript.tool_calls) == (answers is fails)


async def test_an_agent_that_takes_too_long_has_failed() -> None:
    async def sleeps(message: str, tools: Tools) -> str:
        await asyncio.sleep(30)
        return "late"

    played = await play(sleeps, seconds=0.02)
    assert played.transcript.ending is Ending.AGENT_ERROR
    assert played.transcript.error == "The agent took longer than 0.02 seconds."


async def test_an_answer_that_comes_after_the_time_is_up_does_not_count() -> None:
    async def stubborn(message: str, tools: Tools) -> str:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            return "late"
        return "never"

    played = await play(stubborn, seconds=0.02)
    assert played.transcript.error == "The agent took longer than 0.02 seconds."
    assert played.transcript.agent_messages == ()


async def test_the_time_of_all_turns_together_is_limited() -> None:
    clock = FakeClock()

    async def takes_three_seconds(message: str, tools: Tools) -> str:
        clock.advance(3)
        await asyncio.sleep(0)
        return "done"

    played = await play(takes_three_seconds, scene("a", "b", "c"), clock=clock, seconds=5)
    assert played.transcript.error == "The agent took longer than 5 seconds."
    assert played.transcript.turn_ms == (3_000.0, 3_000.0, 3_000.0)
    assert played.agent_ms == 9_000


async def test_too_many_tool_calls_fail_even_if_the_agent_swallows_the_error() -> None:
    async def greedy(message: str, tools: Tools) -> str:
        try:
            for _ in range(9):
                await tools.call("find_order", {})
        except Exception:
            return "All fine."
        return "never"

    played = await play(greedy, tool_calls=2)
    assert played.transcript.error == "The agent asked for more than 2 tool calls."
    assert played.transcript.agent_messages[-1].text == "All fine."


async def test_a_model_that_does_not_answer_says_nothing_about_the_agent() -> None:
    async def down(message: str, tools: Tools) -> NoReturn:
        raise Unavailable("model_unavailable", "The model does not answer: try again later.")

    played = await play(down)
    assert played.could_not_run == "The model does not answer: try again later."


async def test_a_user_that_falls_out_of_its_role_says_nothing_about_the_agent() -> None:
    async def invalid() -> Said:
        raise SimulatorInvalid("its message is empty")

    played = await play(what=scene(user=USER), says=invalid)
    assert played.transcript.ending is Ending.SIMULATOR_INVALID
    assert played.could_not_run == "The simulated user could not be used: its message is empty."
    assert len(played.transcript.agent_messages) == 1


@pytest.mark.parametrize("ending", [Ending.BUDGET, Ending.CANCELLED])
async def test_nothing_is_sent_to_the_agent_once_the_batch_is_stopped(ending: Ending) -> None:
    async def stopped() -> None:
        raise Stopped(ending, "No more.")

    played = await play(what=scene("Hello", "And now?"), allow=stopped)
    assert lines(played) == [("user", "Hello", 1), ("assistant", "You said: Hello", 1)]
    assert (played.transcript.ending, played.could_not_run) == (ending, "No more.")


async def test_being_cancelled_from_outside_is_not_the_agents_failure() -> None:
    async def sleeps(message: str, tools: Tools) -> str:
        await asyncio.sleep(30)
        return "late"

    playing = asyncio.create_task(play(sleeps))
    await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing


def test_what_is_answered_already_is_history_and_placeholders_are_filled() -> None:
    test = body(
        situation={
            "messages": [
                {"role": "user", "text": "Hi"},
                {"role": "assistant", "text": "Where to, from {{agent.city}}?"},
                {"role": "user", "text": "{{test_case.to}}"},
                {"role": "user", "text": "Today"},
            ]
        },
        simulated_user={"persona": "lives in {{agent.city}}", "goal": "reach {{test_case.to}}"},
    )
    filled = scene_of(test, {"test_case": {"to": "Rome"}, "agent": {"city": "London"}})
    assert filled.history == (("user", "Hi"), ("assistant", "Where to, from London?"))
    assert filled.messages == ("Rome", "Today")
    assert filled.user is not None
    assert (filled.user.persona, filled.user.goal) == ("lives in London", "reach Rome")
    with pytest.raises(Invalid, match=r"no attribute test_case\.to"):
        scene_of(test, {"test_case": {}, "agent": {"city": "London"}})
