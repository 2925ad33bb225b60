"""Carries one planned run to its verdicts, in two units that can each be repeated after a crash.

`execute` plays the conversation and keeps the transcript; `judge` turns the transcript into verdicts. No transaction
is held across a call to a model or an agent, and only the attempt that holds a run may record its outcome. Each
transaction is a wait for the disk: there is one for what must be on record before the next thing happens, and no more.
"""

import logging
from collections.abc import Collection
from datetime import datetime
from functools import partial

from pydantic import BaseModel, ConfigDict

from optimize.application.allowance import Stopped, given_up, require, require_going
from optimize.application.batch_progress import finish_if_done, is_decided
from optimize.application.conversation import ConversationPlayer, Played, Says, Scene, scene_of
from optimize.application.fit import names_of
from optimize.application.judged_document import Matter
from optimize.application.plans import Plan, Plans
from optimize.application.ports.agent_under_test import AgentConnections, Conversation
from optimize.application.ports.clock import Clock
from optimize.application.ports.live import Live
from optimize.application.ports.models import CallContext
from optimize.application.ports.store import Store, Transaction
from optimize.application.real_writes import RealWrites
from optimize.application.recorder import Recorder
from optimize.application.records import RunRecord, StandingRecord
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.application.time_limits import out_of_time
from optimize.application.tool_gate import ToolGate
from optimize.application.views import RunState
from optimize.domain.acceptance_test import TestBody
from optimize.domain.errors import OptimizeError
from optimize.domain.transcript import Ending
from optimize.domain.verdict import Verdict

MOST_ATTEMPTS = 3
"""How often a run is started; a run whose process died that often is given up."""

_LOG = logging.getLogger(__name__)
_NOT_NEEDED = "Not needed: the runs before it already decided this test."
_WRITES_LOST = "The process stopped while this run could really write. It is not repeated, as a write may have landed."


class _Work(BaseModel):
    """A run that this process holds, with all that is needed to carry it on."""

    model_config = ConfigDict(frozen=True)

    run: RunRecord
    plan: Plan

    @property
    def body(self) -> TestBody:
        return self.plan.batch.tests[self.run.test]

    @property
    def context(self) -> CallContext:
        return CallContext(agent=self.run.agent, run=self.run.id, attempt=self.run.attempt)


class Runner:
    """Every method may be called again at any time for any run: what is done already is not done again.

    `owner` names this process in the claims it makes.
    """

    def __init__(
        self,
        store: Store,
        connections: AgentConnections,
        simulator: Simulator,
        scoring: Scoring,
        clock: Clock,
        live: Live,
        owner: str,
    ) -> None:
        self._store, self._connections = store, connections
        self._simulator, self._scoring = simulator, scoring
        self._clock, self._live, self._owner = clock, live, owner
        self._plans = Plans()
        self._kept: dict[str, _Work] = {}

    async def execute(self, run_id: str) -> None:
        """Claim the run, let the agent play it, keep the transcript. Nothing happens to a run past that point."""
        work = await self._claimed(run_id)
        if work is not None:
            await self._keep(work, await self._played(work))

    async def judge(self, run_id: str) -> None:
        """Turn a kept transcript into verdicts. A crash here never runs the agent again."""
        work = self._kept.pop(run_id, None) or await self._to_judge(run_id)
        if work is None or work.run.transcript is None:
            return
        matter = Matter(transcript=work.run.transcript, definition=work.plan.definition)
        try:
            verdicts = await self._scoring.verdicts(work.body, matter, work.context)
        except Stopped as stopped:
            await self._close(work.run, stopped)
        else:
            await self._finish(work, verdicts)

    async def close_lost(self, run_id: str, why: str) -> None:
        """Give a run up that cannot be carried on: it could not run, for the reason given."""
        async with self._store.writing() as tx:
            run = await tx.runs.get(run_id)
            if run is None:
                return
            over = await self._closed(tx, run, "could_not_run", why)
        await self._tell(run, over)

    async def open_runs(self) -> list[str]:
        """Runs that have come to no end yet."""
        async with self._store.reading() as tx:
            return await tx.runs.unfinished()

    async def over(self, run_ids: Collection[str]) -> list[str]:
        """Those of these runs that came to an end, for example because their batch was cancelled elsewhere."""
        async with self._store.reading() as tx:
            return sorted(set(run_ids) - set(await tx.runs.unfinished(among=run_ids)))

    async def _claimed(self, run_id: str) -> _Work | None:
        async with self._store.writing() as tx:
            standing = await tx.batches.standing(run_id)
            if standing is None or standing.run_state not in ("planned", "running"):
                return None
            plan = await self._plans.of(tx, standing.batch)
            not_to_start = await _not_to_start(tx, plan, standing, self._now())
            run = await (tx.runs.get(run_id) if not_to_start else self._taken(tx, run_id, standing))
            if run is None:
                return None
            closed = not_to_start or await _not_again(tx, run, plan)
            if closed is None:
                return _Work(run=run, plan=plan)
            over = await self._closed(tx, run, *closed)
        await self._tell(run, over)
        return None

    async def _taken(self, tx: Transaction, run_id: str, standing: StandingRecord) -> RunRecord | None:
        run = await tx.runs.claim(run_id, owner=self._owner, at=self._now())
        if run is not None and run.attempt > 1:
            await given_up(tx, run_id, before_attempt=run.attempt)
        if run is not None and standing.state == "planned":
            await tx.batches.set_state(standing.batch, "running")
        return run

    async def _to_judge(self, run_id: str) -> _Work | None:
        async with self._store.writing() as tx:
            run = await tx.runs.get(run_id)
            if run is None or run.state != "judging":
                return None
            # A judge that died has left calls behind whose answers nobody will see.
            await given_up(tx, run_id, before_attempt=run.attempt + 1)
            return _Work(run=run, plan=await self._plans.of(tx, run.batch))

    async def _played(self, work: _Work) -> Played:
        recorder = Recorder(self._clock)
        try:
            definition = work.plan.definition
            scene = scene_of(work.body, names_of(work.body, definition))
            agent = self._connections.connect(definition)
        except OptimizeError as error:
            return Played(transcript=recorder.transcript(Ending.AGENT_ERROR, error.detail), could_not_run=error.detail)
        for role, text in scene.history:
            recorder.message(role, text)
        try:
            conversation = agent.open(
                run=work.run.id, attempt=work.run.attempt, seed=work.run.seed, history=list(scene.history)
            )
        except Exception as error:  # the owner's code is run to open a conversation, and its failure is the agent's
            return Played(transcript=recorder.transcript(Ending.AGENT_ERROR, f"{type(error).__name__}: {error}"))
        return await self._talked(work, scene, conversation, recorder)

    async def _talked(self, work: _Work, scene: Scene, conversation: Conversation, recorder: Recorder) -> Played:
        definition = work.plan.definition
        limits = definition.limits
        writes = RealWrites(self._store, self._clock, work.run)
        gate = ToolGate(
            recorder, definition.tools, work.plan.batch.writes, limits, conversation.implementations, writes
        )
        player = ConversationPlayer(recorder, gate, limits, self._clock, partial(require, self._store, work.run.id))
        try:
            return await player.play(scene, conversation, self._user(work, scene, recorder))
        finally:
            await _close(conversation)

    def _user(self, work: _Work, scene: Scene, recorder: Recorder) -> Says | None:
        user = scene.user
        if user is None:
            return None
        return lambda: self._simulator.says(user, recorder.events, seed=work.run.seed, context=work.context)

    async def _keep(self, work: _Work, played: Played) -> None:
        run, over = work.run, None
        async with self._store.writing() as tx:
            kept = await tx.runs.record_transcript(
                run.id, attempt=run.attempt, transcript=played.transcript, agent_ms=played.agent_ms
            )
            if kept and played.could_not_run is not None:
                over = await self._closed(tx, run, _state(played.transcript.ending), played.could_not_run)
        if not kept:
            _LOG.warning("run %s, attempt %d: its outcome came too late and was not kept", run.id, run.attempt)
        elif over is not None:
            await self._tell(run, over)
        else:  # `judge` follows at once, and need not read it back
            judging = run.model_copy(update={"state": "judging", "transcript": played.transcript})
            self._kept[run.id] = work.model_copy(update={"run": judging})

    async def _finish(self, work: _Work, verdicts: list[Verdict]) -> None:
        run = work.run
        kinds = [criterion.kind for criterion in work.body.criteria]
        async with self._store.writing() as tx:
            await tx.runs.finish(run.id, attempt=run.attempt, verdicts=verdicts, kinds=kinds, at=self._now())
            over = await self._ended(tx, run)
        await self._tell(run, over)

    async def _close(self, run: RunRecord, stopped: Stopped) -> None:
        async with self._store.writing() as tx:
            over = await self._closed(tx, run, _state(stopped.ending), stopped.detail)
        await self._tell(run, over)

    async def _closed(self, tx: Transaction, run: RunRecord, state: RunState, why: str) -> bool:
        """End a run without verdicts; whether its batch is over now."""
        await tx.runs.close(run.id, state, why=why, at=self._now(), attempt=run.attempt)
        return await self._ended(tx, run)

    async def _ended(self, tx: Transaction, run: RunRecord) -> bool:
        # Somebody taken for dead may still ask a model for this run. Nobody waits for the answer any more.
        await given_up(tx, run.id, before_attempt=run.attempt + 1)
        return await finish_if_done(tx, run.batch, self._now())

    async def _tell(self, run: RunRecord, over: bool) -> None:
        await self._live.batch_progressed(run.batch, over=over)

    def _now(self) -> datetime:
        return self._clock.now()


async def _not_to_start(
    tx: Transaction, plan: Plan, standing: StandingRecord, now: datetime
) -> tuple[RunState, str] | None:
    """How a run ends that need not or may not start any more, and why."""
    try:
        require_going(standing)
    except Stopped as stopped:
        return _state(stopped.ending), stopped.detail
    if plan.batch.deadline is not None and now >= plan.batch.deadline:
        return "cancelled", out_of_time(plan.batch)
    if plan.batch.stop_early and standing.run_state == "planned" and await is_decided(tx, plan.batch, standing.test):
        return "cancelled", _NOT_NEEDED
    return None


async def _not_again(tx: Transaction, run: RunRecord, plan: Plan) -> tuple[RunState, str] | None:
    """How a run ends that was started before and must not be started again, and why."""
    if run.attempt > MOST_ATTEMPTS:
        told = f"The process stopped {MOST_ATTEMPTS} times while this run was running. It was given up."
        return "could_not_run", told
    if run.attempt > 1 and plan.batch.writes == "execute":
        return "could_not_run", " ".join([_WRITES_LOST, *await _left(tx, run)])
    return None


async def _left(tx: Transaction, run: RunRecord) -> list[str]:
    """Which writes had left before, in a sentence; none if no write had."""
    tools = [write.tool for write in await tx.runs.writes(run.id)]
    return [f"It had called {', '.join(tools)}."] if tools else []


def _state(ending: Ending) -> RunState:
    return "cancelled" if ending is Ending.CANCELLED else "could_not_run"


async def _close(conversation: Conversation) -> None:
    try:
        await conversation.close()
    except Exception:  # what was said stands, whatever the agent's code does at the end
        _LOG.warning("an agent could not close its conversation", exc_info=True)
