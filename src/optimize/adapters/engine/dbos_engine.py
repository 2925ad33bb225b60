"""The engine on DBOS: one durable workflow per run, in the database of the store, with no server of its own.

The workflow has no steps of DBOS's own, for each is a wait for the disk: a workflow that was interrupted begins again,
and what it did already stands in our rows, where what must happen once is fenced. There can be one DBOS in a process,
so there can be one open engine in it.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar, Final, Protocol

from dbos import DBOS, DBOSClient, DBOSConfig, DBOSPortableJSONSerializer
from sqlalchemy import Connection
from sqlalchemy.engine import make_url

from optimize.adapters.engine.expected_in_log import unexpected
from optimize.adapters.engine.heartbeat import Heartbeat
from optimize.application.ports.store import Transaction

QUEUE: Final = "runs"
WORKFLOW: Final = "run"
APPLICATION: Final = "optimize"
STEPS_VERSION: Final = "jobs-2"
"""To be raised by hand when the steps of the workflow change: work queued under another version is not taken up."""
_DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql"}
_OVER: Final = ("SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")
_TRIES: Final = 3
_PAUSE_SECONDS: Final = 1.0
_POLL_SECONDS: Final = 0.1
_LOOK_SECONDS: Final = 1.0
_LAST_WORDS_SECONDS: Final = 5.0
_LISTEN_SECONDS: Final = 0.05
"""We send no notifications; to stop, DBOS waits until its listener has looked for some."""

_LOG = logging.getLogger(__name__)


class RunSteps(Protocol):
    """What is done for a run. Each may be repeated at any time."""

    async def execute(self, run_id: str) -> None: ...
    async def judge(self, run_id: str) -> None: ...
    async def close_lost(self, run_id: str, why: str) -> None: ...
    async def open_runs(self) -> list[str]: ...
    async def over(self, run_ids: Collection[str]) -> list[str]: ...


class DbosEngine:
    """`url` is the store's. `executor_id` must be unique per process and the same after a restart: DBOS takes up at
    its start what the executor of this name left behind. In this process, `executing` runs are executed and `judging`
    runs are judged at once.
    """

    _opened: ClassVar["DbosEngine | None"] = None

    def __init__(self, url: str, steps: RunSteps, *, executor_id: str, executing: int = 8, judging: int = 8) -> None:
        self._url = _plain(url)
        self._steps = steps
        self._executor_id = executor_id
        self._at_once = executing + judging
        self._executing, self._judging = asyncio.Semaphore(executing), asyncio.Semaphore(judging)
        self._client: DBOSClient | None = None
        self._working: dict[str, asyncio.Task[None]] = {}
        self._seen_over: set[str] = set()
        self._looking = Heartbeat(self._drop_over, _LOOK_SECONDS)

    async def open(self) -> None:
        """Be there for runs to be queued, and to be cancelled. The store's tables must be there already.

        Raises RuntimeError if another engine of this process is open: the two would share one DBOS, and the first
        to stop would take it from the other.
        """
        if DbosEngine._opened is self:
            return
        if DbosEngine._opened is not None:
            raise RuntimeError("there can be one open engine in a process, and there is one already")
        DbosEngine._opened = self
        self._client = self._new_client()
        await self._announce(self._client)

    async def start(self) -> None:
        """Take up the work that is queued or was left behind; opens what is not open yet."""
        await self.open()
        DBOS(config=self._config())
        logging.getLogger("dbos").addFilter(unexpected)
        DBOS.workflow(name=WORKFLOW)(self._workflow())
        DBOS.launch()  # on this thread: it adopts the running loop, and our store lives on that
        await self.recover()
        self._looking.start()

    async def _announce(self, client: DBOSClient) -> None:
        """Have the queue on record before DBOS looks for queues: it looks at its launch, and then once a second."""
        await asyncio.to_thread(DBOS.migrate, self._url)
        await client.register_queue_async(
            QUEUE,
            worker_concurrency=self._at_once,
            polling_interval_sec=_POLL_SECONDS,
            on_conflict="always_update",
        )

    async def stop(self) -> None:
        """Leave the queue. Runs in flight stay as they are and are taken up at the next start."""
        if self._client is None:
            return
        client, self._client = self._client, None
        try:
            await self._looking.stop()
            await self._interrupt(list(self._working))
            await asyncio.to_thread(client.destroy)
        finally:
            DBOS.destroy(destroy_registry=True)
            DbosEngine._opened = None
        # DBOS made its own threads the loop's default ones and has just ended them.
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor())
        with ThreadPoolExecutor(1) as waiting:
            await loop.run_in_executor(waiting, _last_words)

    async def submit(self, transaction: Transaction, run_ids: Sequence[str]) -> None:
        """Queue runs in the transaction that plans them: either both are there or neither."""
        await transaction.connection.run_sync(self._enqueue, run_ids)

    async def cancel(self, run_ids: Sequence[str]) -> None:
        """Stop queued and running work: at once in this process, within about a second in others."""
        if run_ids:
            await self._queue().cancel_workflows_async([_workflow_id(run_id) for run_id in run_ids])
            await self._interrupt(run_ids)

    async def recover(self, dead_executors: Sequence[str] = ()) -> int:
        """Take up the work of executors that died, and close runs whose workflow came to no proper end; how many."""
        return await self._taken_over(dead_executors) + await self._closed()

    async def _taken_over(self, executors: Sequence[str]) -> int:
        if not executors:
            return 0
        left = await DBOS.list_workflows_async(
            status="PENDING", executor_id=list(executors), name=WORKFLOW, load_input=False, load_output=False
        )
        ids = [workflow.workflow_id for workflow in left]
        if ids:
            await DBOS.resume_workflows_async(ids, queue_name=QUEUE)
        return len(ids)

    async def _closed(self) -> int:
        runs = {_workflow_id(run_id): run_id for run_id in await self._steps.open_runs()}
        if not runs:
            return 0
        known = await DBOS.list_workflows_async(workflow_ids=list(runs), load_input=False, load_output=False)
        states = {workflow.workflow_id: workflow.status for workflow in known}
        lost = {run_id: states.get(workflow) for workflow, run_id in runs.items()}
        lost = {run_id: state for run_id, state in lost.items() if state is None or state in _OVER}
        for run_id, state in lost.items():
            await self._steps.close_lost(run_id, f"It was left behind by the queue ({state or 'never queued'}).")
        return len(lost)

    def _enqueue(self, connection: Connection, run_ids: Sequence[str]) -> None:
        queue = self._queue()
        for run_id in run_ids:
            queue.enqueue_in_transaction(
                connection,
                {
                    "queue_name": QUEUE,
                    "workflow_name": WORKFLOW,
                    "workflow_id": _workflow_id(run_id),
                    "app_version": STEPS_VERSION,
                },
                run_id,
            )

    def _queue(self) -> DBOSClient:
        if self._client is None:
            raise RuntimeError("the engine is not open")
        return self._client

    def _workflow(self) -> Callable[[str], Awaitable[None]]:
        async def run(run_id: str) -> None:
            working = asyncio.current_task()
            if self._client is None or working is None:
                raise asyncio.CancelledError  # taken from the queue while we were leaving it: DBOS keeps it as it is
            self._working[run_id] = working
            try:
                async with self._executing:
                    await self._tried(self._steps.execute, run_id)
                async with self._judging:
                    await self._tried(self._steps.judge, run_id)
            finally:
                del self._working[run_id]

        return run

    async def _tried(self, step: Callable[[str], Awaitable[None]], run_id: str) -> None:
        """Do a step, again if our own plumbing fails; a run that cannot be carried on is closed with the reason."""
        for tries_left in reversed(range(_TRIES)):
            try:
                return await step(run_id)
            except Exception as error:
                _LOG.exception("a step of run %s failed", run_id)
                if not tries_left:
                    why = f"It could not be carried on: {type(error).__name__}: {error}"
                    return await self._steps.close_lost(run_id, why)
            await asyncio.sleep(_PAUSE_SECONDS)
        return None

    async def _drop_over(self) -> None:
        """Stop working on runs that were cancelled, in whichever process."""
        over = set(await self._steps.over(list(self._working))) if self._working else set()
        # One that has just come to its end by itself is left to say so; seen twice, it was ended by somebody else.
        await self._interrupt(over & self._seen_over)
        self._seen_over = over

    async def _interrupt(self, run_ids: Collection[str]) -> None:
        """Stop what is in flight. DBOS writes nothing about a cancelled task, so it is resumed unless it is over."""
        working = [self._working[run_id] for run_id in run_ids if run_id in self._working]
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)

    def _new_client(self) -> DBOSClient:
        return DBOSClient(
            system_database_url=self._url,
            serializer=DBOSPortableJSONSerializer(),
            application_name=APPLICATION,
            lazy=True,
        )

    def _config(self) -> DBOSConfig:
        return {
            "name": APPLICATION,
            "system_database_url": self._url,
            "application_version": STEPS_VERSION,
            "executor_id": self._executor_id,
            "serializer": DBOSPortableJSONSerializer(),
            "log_level": "WARNING",
            "enable_otlp": False,
            "run_migrations": False,
            "notification_listener_polling_interval_sec": _LISTEN_SECONDS,
        }


def _last_words() -> None:
    """DBOS does not wait for the threads in which it writes outcomes down; one may still hold the database."""
    for thread in threading.enumerate():
        if thread.name.startswith("dbos-executor-"):
            thread.join(_LAST_WORDS_SECONDS)


def _workflow_id(run_id: str) -> str:
    return f"run-{run_id}"


def _plain(url: str) -> str:
    """The store's address without its asynchronous driver: DBOS brings its own."""
    parsed = make_url(url)
    return parsed.set(drivername=_DRIVERS[parsed.get_backend_name()]).render_as_string(hide_password=False)
