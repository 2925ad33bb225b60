"""Write transactions that share one commit: who waits for the disk together, waits once.

On SQLite there is one writer, and each commit is a wait for the disk. Transactions that queue up meanwhile are carried
out one after the other within one transaction of the database, each as a part that can fail by itself; then the whole
is committed, and only then does any of them count as done.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from optimize.adapters.store.connections import transaction
from optimize.adapters.store.refusals import BUSY
from optimize.domain.errors import Unavailable

MOST_TOGETHER: Final = 64
_PATIENCE_SECONDS: Final = 30.0


class _Group:
    """One transaction of the database, and the parts it is made of."""

    def __init__(self, connection: AsyncConnection, stack: AsyncExitStack) -> None:
        self.connection = connection
        self.parts = 0
        self.spoilt = False
        self.committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._stack = stack

    @asynccontextmanager
    async def part(self) -> AsyncIterator[AsyncConnection]:
        """What fails in here is undone, and nothing else. The first part is all there is yet, so it needs no mark."""
        self.parts += 1
        first = self.parts == 1
        if not first:
            await self.connection.exec_driver_sql("SAVEPOINT part")
        try:
            yield self.connection
        except BaseException:
            if first:
                self.spoilt = True
            else:
                await self.connection.exec_driver_sql("ROLLBACK TO part")
            raise
        finally:
            if not first and not self.connection.invalidated:
                await self.connection.exec_driver_sql("RELEASE part")

    async def end(self) -> None:
        """Commit, and tell every part how that went."""
        try:
            if self.spoilt:
                await self.connection.rollback()
            await self._stack.aclose()
        except BaseException as error:
            self.committed.set_exception(error)
            self.committed.exception()  # seen, also if nobody waits for it
        else:
            self.committed.set_result(None)


class GroupWriter:
    """The one writer of a SQLite database in this process. Transactions come to their turn in order of arrival."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._group: _Group | None = None
        self._ending: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection with its transaction begun, committed when the block has ended without an error.

        Raise Unavailable if the database does not answer, or if it is not our turn in time.
        """
        group = await self._joined()
        try:
            async with group.part() as connection:
                yield connection
        finally:
            self._left(group)
            if group.spoilt:
                await self.settled()
        await asyncio.shield(group.committed)

    async def settled(self) -> None:
        """Wait until what is being ended has ended."""
        await asyncio.gather(*self._ending, return_exceptions=True)

    async def _joined(self) -> _Group:
        """The group that is going on, or a new one. From here on it is our turn."""
        self._waiting += 1
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._turn.acquire()
        except TimeoutError as error:
            raise Unavailable(*BUSY) from error
        finally:
            self._waiting -= 1
            self._see_to_the_end()
        return self._group or await self._begun()

    def _see_to_the_end(self) -> None:
        """If whoever was to go on with the group gave up waiting, end it: its other parts wait for the commit."""
        if self._group and not self._waiting and not self._turn.locked():
            self._apart(self._end_unless_joined())

    async def _end_unless_joined(self) -> None:
        async with self._turn:
            group, self._group = self._group, None
            if group:
                await group.end()

    async def _begun(self) -> _Group:
        beginning = asyncio.create_task(self._begin())
        try:
            self._group = await asyncio.shield(beginning)
        except asyncio.CancelledError:
            self._apart(self._given_up(beginning))
            raise
        except BaseException:
            self._turn.release()
            raise
        return self._group

    async def _begin(self) -> _Group:
        stack = AsyncExitStack()
        return _Group(await stack.enter_async_context(transaction(self._engine)), stack)

    def _left(self, group: _Group) -> None:
        """Pass the turn on, within the group if it can go on; else after it has ended."""
        if self._waiting and group.parts < MOST_TOGETHER and not group.spoilt:
            self._turn.release()
        else:
            self._group = None
            self._apart(self._ended(group))

    async def _ended(self, group: _Group) -> None:
        try:
            await group.end()
        finally:
            self._turn.release()

    async def _given_up(self, beginning: asyncio.Task[_Group]) -> None:
        """Who began was cancelled while the database answered: end what has begun, so that the next one can."""
        try:
            await (await beginning).end()
        finally:
            self._turn.release()

    def _apart(self, work: Coroutine[Any, Any, None]) -> None:
        """Done by a task of its own, for whoever waits for it may be cancelled, and others depend on it."""
        task = asyncio.create_task(work)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
