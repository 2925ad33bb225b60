"""Carries one planned run to its verdicts, in two units that can each be repeated after a crash.

`execute` plays the conversation and keeps the transcript; `judge` turns the transcript into verdicts. No transaction
is held across a call to a model or an agent, and only the attempt that holds a run may record its outcome.
"""

import logging
from datetime import datetime
from functools import partial

from pydantic import BaseModel, ConfigDict

from optimize.application.allowance import Allowance
from optimize.application.batch_progress import finish_if_done, is_decided
from optimize.application.conversation import ConversationPlayer, Played, Says, Scene, scene_of
from optimize.application.fit import names_of
from optimize.application.judged_document import Matter
from optimize.application.ports.agent_under_test import AgentConnections, Conversation
from optimize.application.ports.clock import Clock
from optimize.application.ports.live import Live
from optimize.application.ports.models import CallContext
from optimize.application.ports.store import Store, Transaction
from optimize.application.recorder import Recorder
from optimize.application.records import BatchRecord, RunRecord
from optimize.application.results import TERMINAL
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.application.tool_gate import ToolGate
from optimize.application.views import RunState
from optimize.domain.acceptance_test import TestBody
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.errors import OptimizeError
from optimize.domain.transcript import Ending, Transcript
from optimize.domain.verdict import Verdict

MOST_ATTEMPTS = 3
"""How often a run is started; a run whose process died that often is given up."""

_LOG = logging.getLogger(__name__)
_CANCELLED = "The batch was cancelled."
_NOT_NEEDED = "Not needed: the runs before it already decided this test."
_WRITES_LOST = "The process stopped while this run could really write. It is not repeated, as a write may have landed."


class _Work(BaseModel):
    """A run that this process holds, with all that is needed to carry it on."""

    model_config = ConfigDict(frozen=True)

    run: RunRecord
    batch: BatchRecord
    version: AgentDefinition

    @property
    def body(self) -> TestBody:
        return self.batch.tests[self.run.test]

    @property
    def definition(self) -> AgentDefinition:
        """The version with the swaps of the batch. Raises Invalid if it has not got what is swapped."""
        return self.batch.setup.applied_to(self.version)

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
        self._allowance = Allowance(store)

    async def execute(self, run_id: str) -> None:
        """Claim the run, let the agent play it, keep the transcript. Nothing happens to a run past that point."""
        work = await self._claimed(run_id)
        if work is not None:
            await self._keep(work, await self._played(work))
        await self._progressed(run_id)

    async def judge(self, run_id: str) -> None:
        """Turn a kept transcript into verdicts. A crash here never runs the agent again."""
        work = await self._to_judge(run_id)
        if work is not None and work.run.transcript is not None:
            matter = Matter(transcript=work.run.transcript, definition=work.definition)
            verdicts = await self._scoring.verdicts(work.body, matter, work.context)
            await self._finish(work, verdicts)
        await self._progressed(run_id)

    async def close_lost(self, run_id: str, why: str) -> None:
        """Give a run up that cannot be carried on: it could not run, for the reason given."""
        async with self._store.writing() as tx:
            run = await tx.runs.get(run_id)
            if run is not None:
                await tx.calls.mark_unknown(run_id, before_attempt=run.attempt + 1)
                await tx.runs.close(run_id, "could_not_run", why=why, at=self._now())
        await self._progressed(run_id)

    async def open_runs(self) -> list[str]:
        """Runs that have come to no end yet."""
        async with self._store.reading() as tx:
            batches = await tx.batches.list(active=True, limit=1_000)
            runs = [run for batch in batches for run in await tx.runs.of_batch(batch.id)]
        return [run.id for run in runs if run.state not in TERMINAL]

    async def _claimed(self, run_id: str) -> _Work | None:
        async with self._store.writing() as tx:
            run = await tx.runs.get(run_id)
            if run is None or run.state not in ("planned", "running"):
                return None
            batch = await _batch_of(tx, run)
            not_needed = await _not_to_start(tx, batch, run)
            if not_needed is not None:
                await tx.runs.close(run_id, "cancelled", why=not_needed, at=self._now())
                return None
            return await self._taken(tx, run_id, batch)

    async def _taken(self, tx: Transaction, run_id: str, batch: BatchRecord) -> _Work | None:
        claimed = await tx.runs.claim(run_id, owner=self._owner, at=self._now())
        if claimed is None:
            return None
        await tx.calls.mark_unknown(run_id, before_attempt=claimed.attempt)
        given_up = _given_up(claimed, batch)
        if given_up is not None:
            await tx.runs.close(run_id, "could_not_run", why=given_up, at=self._now())
            return None
        if batch.state == "planned":
            await tx.batches.set_state(batch.id, "running")
        return await _work(tx, claimed, batch)

    async def _to_judge(self, run_id: str) -> _Work | None:
        async with self._store.writing() as tx:
            run = await tx.runs.get(run_id)
            if run is None or run.state != "judging":
                return None
            # A judge that died has left calls behind whose answers nobody will see.
            await tx.calls.mark_unknown(run_id, before_attempt=run.attempt + 1)
            return await _work(tx, run, await _batch_of(tx, run))

    async def _played(self, work: _Work) -> Played:
        recorder = Recorder(self._clock)
        try:
            scene = scene_of(work.body, names_of(work.body, work.definition))
            agent = self._connections.connect(work.definition)
        except OptimizeError as error:
            return Played(transcript=recorder.transcript(Ending.AGENT_ERROR, error.detail), could_not_run=error.detail)
        for role, text in scene.history:
            recorder.message(role, text)
        try:
            conversation = agent.open(run=work.run.id, seed=work.run.seed, history=list(scene.history))
        except Exception as error:  # the owner's code is run to open a conversation, and its failure is the agent's
            return Played(transcript=recorder.transcript(Ending.AGENT_ERROR, f"{type(error).__name__}: {error}"))
        return await self._talked(work, scene, conversation, recorder)

    async def _talked(self, work: _Work, scene: Scene, conversation: Conversation, recorder: Recorder) -> Played:
        limits = work.definition.limits
        gate = ToolGate(recorder, work.definition.tools, work.batch.writes, limits, conversation.implementations)
        allow = partial(self._allowance.require, work.batch.id)
        player = ConversationPlayer(recorder, gate, limits, self._clock, allow)
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
        run, transcript = work.run, played.transcript
        async with self._store.writing() as tx:
            kept = await tx.runs.record_transcript(
                run.id, attempt=run.attempt, transcript=transcript, agent_ms=played.agent_ms
            )
            if kept and played.could_not_run is not None:
                state = _closed_as(transcript)
                why = played.could_not_run
                await tx.runs.close(run.id, state, why=why, at=self._now(), attempt=run.attempt)
        if not kept:
            _LOG.warning("run %s, attempt %d: its outcome came too late and was not kept", run.id, run.attempt)

    async def _finish(self, work: _Work, verdicts: list[Verdict]) -> None:
        run = work.run
        kinds = [criterion.kind for criterion in work.body.criteria]
        async with self._store.writing() as tx:
            await tx.runs.finish(run.id, attempt=run.attempt, verdicts=verdicts, kinds=kinds, at=self._now())

    async def _progressed(self, run_id: str) -> None:
        async with self._store.reading() as tx:
            run = await tx.runs.get(run_id)
        if run is not None and run.state in TERMINAL:
            await finish_if_done(self._store, run.batch, self._now())
            await self._live.batch_progressed(run.batch)

    def _now(self) -> datetime:
        return self._clock.now()


async def _batch_of(tx: Transaction, run: RunRecord) -> BatchRecord:
    batch = await tx.batches.get(run.batch)
    if batch is None:
        raise LookupError(f"batch {run.batch} of run {run.id} is not in the store")
    return batch


async def _work(tx: Transaction, run: RunRecord, batch: BatchRecord) -> _Work:
    version = await tx.agents.version(batch.version)
    if version is None:
        raise LookupError(f"version {batch.version} of batch {batch.id} is not in the store")
    return _Work(run=run, batch=batch, version=version.definition)


async def _not_to_start(tx: Transaction, batch: BatchRecord, run: RunRecord) -> str | None:
    """Why a run that has not started need not start any more."""
    if batch.state == "cancelled":
        return _CANCELLED
    if batch.stop_early and run.state == "planned" and await is_decided(tx, batch, run):
        return _NOT_NEEDED
    return None


def _given_up(claimed: RunRecord, batch: BatchRecord) -> str | None:
    """Why a run that was started before is not started again."""
    if claimed.attempt > MOST_ATTEMPTS:
        return f"The process stopped {MOST_ATTEMPTS} times while this run was running. It was given up."
    if claimed.attempt > 1 and batch.writes == "execute":
        return _WRITES_LOST
    return None


def _closed_as(transcript: Transcript) -> RunState:
    return "cancelled" if transcript.ending is Ending.CANCELLED else "could_not_run"


async def _close(conversation: Conversation) -> None:
    try:
        await conversation.close()
    except Exception:  # what was said stands, whatever the agent's code does at the end
        _LOG.warning("an agent could not close its conversation", exc_info=True)
