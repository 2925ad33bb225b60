"""One conversation between the user of a test and the agent, and why it stopped."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from optimize.application.agent_time import AgentTime
from optimize.application.allowance import Stopped
from optimize.application.leaving import leavable
from optimize.application.ports.agent_under_test import AgentReply, Conversation
from optimize.application.ports.clock import Clock
from optimize.application.recorder import Recorder
from optimize.application.simulated_user import Said, SimulatorInvalid
from optimize.application.tool_gate import RunTooLong, ToolGate
from optimize.domain.acceptance_test import TestBody
from optimize.domain.agent_definition import Limits
from optimize.domain.errors import OptimizeError, Unavailable
from optimize.domain.situation import SimulatedUser
from optimize.domain.template import Names, fill
from optimize.domain.transcript import Ending, Transcript


class Scene(BaseModel):
    """A situation with its placeholders filled in: what stands before the first turn, what the user says, who then."""

    model_config = ConfigDict(frozen=True)

    history: tuple[tuple[Literal["user", "assistant"], str], ...]
    messages: tuple[str, ...]
    user: SimulatedUser | None


def scene_of(body: TestBody, names: Names) -> Scene:
    """What an assistant message of the situation answers is history, and so is everything before it.

    Raises Invalid `unknown_name` or `bad_template`.
    """
    said = [(message.role, str(fill(message.text, names))) for message in body.situation.messages]
    first = max((i + 1 for i, (role, _) in enumerate(said) if role == "assistant"), default=0)
    user = body.simulated_user
    if user is not None:
        told = {"persona": fill(user.persona, names), "goal": fill(user.goal, names)}
        user = user.model_copy(update=told)
    return Scene(history=tuple(said[:first]), messages=tuple(text for _, text in said[first:]), user=user)


class Played(BaseModel):
    """What came of it. `could_not_run` says why nothing can be concluded about the agent; None if something can."""

    model_config = ConfigDict(frozen=True)

    transcript: Transcript
    could_not_run: str | None = None

    @property
    def agent_ms(self) -> float:
        return sum(self.transcript.turn_ms)


Says = Callable[[], Awaitable[Said]]
"""Whoever answers the agent after the situation has been played."""


class AgentFailed(Exception):
    """The agent raised, took too long or broke a limit. That is a failure of the agent, never of ours."""


class ConversationPlayer:
    """Plays a scene to its end. `allow` raises Stopped when no further call may be made."""

    def __init__(
        self, recorder: Recorder, gate: ToolGate, limits: Limits, clock: Clock, allow: Callable[[], Awaitable[None]]
    ) -> None:
        self._recorder, self._gate, self._limits = recorder, gate, limits
        self._clock, self._allow = clock, allow
        self._agent_seconds = 0.0

    async def play(self, scene: Scene, agent: Conversation, says: Says | None) -> Played:
        """Everything that was said and done, whatever went wrong; never raises for the agent or a model."""
        try:
            return self._played(await self._talk(scene, agent, says))
        except AgentFailed as failure:
            return self._played(Ending.AGENT_ERROR, error=str(failure))
        except SimulatorInvalid as invalid:
            return self._played(Ending.SIMULATOR_INVALID, why=invalid.detail)
        except Stopped as stopped:
            return self._played(stopped.ending, why=stopped.detail)
        except Unavailable as down:
            return self._played(Ending.AGENT_ERROR, error=down.detail, why=down.detail)

    def _played(self, ending: Ending, *, error: str | None = None, why: str | None = None) -> Played:
        return Played(transcript=self._recorder.transcript(ending, error), could_not_run=why)

    async def _talk(self, scene: Scene, agent: Conversation, says: Says | None) -> Ending:
        for text in scene.messages:
            if (ended := await self._turn(agent, text)) is not None:
                return ended
        if says is None or scene.user is None:
            return Ending.AGENT_ENDED
        for _ in range(scene.user.turn_limit):
            said = await says()
            if (ended := await self._turn(agent, said.message)) is not None:
                return ended
            if said.status != "continue":
                return Ending(said.status)
        return Ending.TURN_LIMIT

    async def _turn(self, agent: Conversation, text: str) -> Ending | None:
        """One message of the user and its answer; why the conversation is over, if it is."""
        if self._recorder.turn >= self._limits.turns:
            return Ending.TURN_LIMIT
        if self._recorder.turn:  # the first one was allowed when the run was claimed
            await self._allow()
        reply = await self._answer(agent, text)
        self._recorder.message("assistant", reply.text)
        if self._gate.over_limit:
            raise AgentFailed(f"The agent asked for more than {self._limits.tool_calls} tool calls.")
        if self._recorder.full:
            raise AgentFailed(RunTooLong().detail)
        return Ending.AGENT_ENDED if reply.ended else None

    async def _answer(self, agent: Conversation, text: str) -> AgentReply:
        self._recorder.begin_turn(text)
        time = AgentTime(self._clock, max(0.0, self._limits.seconds - self._agent_seconds))
        try:
            async with time:
                reply = await leavable(agent.reply(text, self._gate))
            if time.expired:  # it swallowed the cancellation and answered all the same
                raise TimeoutError
            return reply
        except Unavailable:
            raise
        except TimeoutError as error:
            took_too_long = f"The agent took longer than {self._limits.seconds:g} seconds."
            raise AgentFailed(took_too_long if time.expired else _told(error)) from error
        except asyncio.CancelledError as error:
            if _wanted():
                raise
            raise AgentFailed(_told(error)) from error
        except (Exception, SystemExit) as error:  # an agent that exits must not take the service with it
            raise AgentFailed(_told(error)) from error
        finally:
            self._agent_seconds += time.seconds
            self._recorder.turn_took(time.seconds * 1_000)


def _wanted() -> bool:
    """Whether somebody cancelled us, and the agent did not make the error up."""
    playing = asyncio.current_task()
    return playing is not None and playing.cancelling() > 0


def _told(error: BaseException) -> str:
    return error.detail if isinstance(error, OptimizeError) else f"{type(error).__name__}: {error}"
