"""The simulated user: a second model that has a persona and a goal, and nothing else to go by."""

import json
import re
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from optimize.application.ports.models import CallContext, Models, PromptMessage
from optimize.application.ports.prompts import Prompts
from optimize.domain.errors import OptimizeError
from optimize.domain.situation import SimulatedUser
from optimize.domain.text import fold, occurs, shortened
from optimize.domain.transcript import AnyEvent, Message

_OUT_OF_ROLE = re.compile(
    r"^(assistant|agent|user)\s*:|\bas an ai\b|\b(i am|i'm) an? (ai|language model|virtual assistant)\b"
    r"|\b(how (can|may) i|what can i) (help|assist|do for) you\b"
)
_GIVEAWAYS = ("turn_limit", "goal_reached", "my persona", "simulated user", "system prompt")
_LEAKED_WORDS = 8
_SHORTEST_ECHO = 20


class Said(BaseModel):
    """One message of the simulated user. It is always delivered; `status` says whether it is the last one."""

    model_config = ConfigDict(extra="forbid")

    message: str
    status: Literal["continue", "goal_reached", "stuck"]


_SCHEMA = Said.model_json_schema()


class SimulatorInvalid(OptimizeError):
    """The simulated user fell out of its role twice: that says nothing about the agent."""

    def __init__(self, problem: str) -> None:
        super().__init__("simulator_invalid", f"The simulated user could not be used: {problem}.")


class Simulator:
    """Plays simulated users. It is never told criteria, expected behaviours or what is being tested."""

    def __init__(self, models: Models, prompts: Prompts) -> None:
        self._models, self._prompts = models, prompts

    async def says(self, user: SimulatedUser, events: Sequence[AnyEvent], *, seed: int, context: CallContext) -> Said:
        """The next message. A bad one is drawn once more; then SimulatorInvalid. Unavailable if no model answers."""
        spoken = [event for event in events if isinstance(event, Message) and event.role != "system"]
        problem = None
        for _ in range(2):
            said, problem = await self._drawn(user, spoken, seed, context, problem)
            if said is not None and problem is None:
                return said
        raise SimulatorInvalid(problem or "it gave no answer")

    async def _drawn(
        self, user: SimulatedUser, spoken: Sequence[Message], seed: int, context: CallContext, problem: str | None
    ) -> tuple[Said | None, str | None]:
        instructions = self._prompts.render("simulated_user").text
        document = {
            **user.model_dump(include={"persona", "goal", "turn_limit"}),
            "conversation": [
                {"from": "agent" if message.role == "assistant" else "you", "text": message.text} for message in spoken
            ],
            "seed": seed,
            **({"problem": f"Your last attempt could not be used: {problem}."} if problem else {}),
        }
        messages = [
            PromptMessage(role="system", text=instructions),
            PromptMessage(role="user", text=json.dumps(document, ensure_ascii=False)),
        ]
        reply = await self._models.ask("simulator", messages, context=context, schema=_SCHEMA)
        try:
            said = Said.model_validate(reply.parsed)
        except ValidationError:
            return None, f"it answered in no readable form ({shortened(reply.problem or reply.text)})"
        return said, problem_with(said.message, spoken, instructions)


def problem_with(message: str, spoken: Sequence[Message], instructions: str) -> str | None:
    """Why a simulated message must not be delivered, as the end of a sentence; None if it may."""
    folded = fold(message)
    if not folded:
        return "its message is empty"
    if _OUT_OF_ROLE.search(folded) or folded in _echoes(spoken):
        return "it spoke as the assistant instead of the user"
    if any(giveaway in folded for giveaway in _GIVEAWAYS) or _leaks(folded, fold(instructions)):
        return "it gave its instructions away"
    users = [said.text for said in spoken if said.role == "user"]
    if users and folded == fold(users[0]):
        return "it repeated the opening message"
    return None


def _echoes(spoken: Sequence[Message]) -> set[str]:
    """What the agent said, where it is long enough that a user would not say just the same."""
    said = (fold(message.text) for message in spoken if message.role == "assistant")
    return {text for text in said if len(text) >= _SHORTEST_ECHO}


def _leaks(message: str, instructions: str) -> bool:
    words = message.split()
    runs = (" ".join(words[i : i + _LEAKED_WORDS]) for i in range(len(words) - _LEAKED_WORDS + 1))
    return any(occurs(run, instructions) for run in runs)
