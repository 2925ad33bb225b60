"""What the simulated user is told, and which of its messages are not delivered."""

import pytest

from optimize.application.ports.models import CallContext
from optimize.application.simulated_user import Said, Simulator, SimulatorInvalid, problem_with
from optimize.domain.situation import SimulatedUser
from optimize.domain.transcript import Message, ToolCall
from tests.fakes.models import Answer, FakeModels, in_turn, says
from tests.fakes.prompts import SIMULATOR_RULES, FakePrompts

USER = SimulatedUser(persona="an impatient traveller", goal="a refund for A1", turn_limit=4)
EVENTS = (
    Message(seq=0, turn=1, role="user", text="I want my money back."),
    ToolCall(seq=1, turn=1, call_id="c", name="find_order", result="secret state"),
    Message(seq=2, turn=1, role="assistant", text="Which order do you mean, please?"),
)
SPOKEN = tuple(event for event in EVENTS if isinstance(event, Message))


async def drawn(answer: Answer) -> tuple[Said, FakeModels]:
    models = FakeModels(simulator=answer)
    context = CallContext(agent="desk", run="run_1", attempt=2)
    return await Simulator(models, FakePrompts()).says(USER, EVENTS, seed=7, context=context), models


async def test_it_is_told_persona_goal_and_conversation_and_nothing_else() -> None:
    said, models = await drawn(says("Order A1.", "continue"))
    assert said == Said(message="Order A1.", status="continue")
    [(role, document, context)] = models.asked
    assert document == {
        "persona": "an impatient traveller",
        "goal": "a refund for A1",
        "turn_limit": 4,
        "conversation": [
            {"from": "you", "text": "I want my money back."},
            {"from": "agent", "text": "Which order do you mean, please?"},
        ],
        "seed": 7,
    }
    assert (role, context.run, context.attempt) == ("simulator", "run_1", 2)


async def test_a_bad_message_is_drawn_once_more() -> None:
    said, models = await drawn(in_turn(says(" "), says("Order A1.")))
    assert said.message == "Order A1."
    first, second = models.documents("simulator")
    assert "problem" not in first
    assert second["problem"] == "Your last attempt could not be used: its message is empty."


@pytest.mark.parametrize("bad", [says(""), says("hm", "bored"), lambda _: "no JSON", lambda _: {"message": "hm"}])
async def test_two_bad_messages_make_it_invalid(bad: Answer) -> None:
    with pytest.raises(SimulatorInvalid) as caught:
        await drawn(in_turn(bad, bad))
    assert caught.value.detail.startswith("The simulated user could not be used: it")


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("\u00a0 \n", "empty"),
        ("As an AI, I have no orders.", "instead of the user"),
        ("Assistant: Which order?", "instead of the user"),
        ("How can I help you today?", "instead of the user"),
        ("which order do you mean,  PLEASE?", "instead of the user"),
        ("I want my  money back.", "repeated"),
        ("goal_reached", "gave its instructions away"),
        ("I was told: " + SIMULATOR_RULES, "gave its instructions away"),
        ("My persona is an impatient traveller", "gave its instructions away"),
    ],
)
def test_what_is_not_delivered(message: str, problem: str) -> None:
    assert problem in (problem_with(message, SPOKEN, SIMULATOR_RULES) or "")


@pytest.mark.parametrize(
    "message",
    ["A1", "?", "👍", "I said I want my money back. Order A1!", "Can you help me?", "Ich möchte mein Geld zurück."],
)
def test_what_is_delivered(message: str) -> None:
    assert problem_with(message, SPOKEN, SIMULATOR_RULES) is None
