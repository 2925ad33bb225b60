"""The store: transactions over one database, each with its repositories."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from optimize.adapters.store.access import SqlAccess
from optimize.adapters.store.agents import SqlAgents
from optimize.adapters.store.audit import SqlAudit
from optimize.adapters.store.batches import SqlBatches
from optimize.adapters.store.calls import SqlCalls
from optimize.adapters.store.chats import SqlChats
from optimize.adapters.store.connections import database_url, reader, transaction, writer
from optimize.adapters.store.doorkeeper import Doorkeeper
from optimize.adapters.store.executors import SqlExecutors
from optimize.adapters.store.experiments import SqlExperiments
from optimize.adapters.store.group_commit import GroupWriter
from optimize.adapters.store.migrate import check, is_newest
from optimize.adapters.store.pauses import SqlPauses
from optimize.adapters.store.proposals import SqlProposals
from optimize.adapters.store.replies import SqlReplies
from optimize.adapters.store.runs import SqlRuns
from optimize.adapters.store.schedules import SqlSchedules
from optimize.adapters.store.tests import SqlTests
from optimize.application.ports import store as port
from optimize.application.ports.carrying import Calls, Executors, Pauses
from optimize.application.ports.orders import Experiments, Schedules


class SqlTransaction:
    """The repositories of one transaction. Of no use after its block has ended."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.agents: port.Agents = SqlAgents(connection)
        self.tests: port.Tests = SqlTests(connection)
        self.batches: port.Batches = SqlBatches(connection)
        self.experiments: Experiments = SqlExperiments(connection)
        self.schedules: Schedules = SqlSchedules(connection)
        self.runs: port.Runs = SqlRuns(connection)
        self.calls: Calls = SqlCalls(connection)
        self.chats: port.Chats = SqlChats(connection)
        self.proposals: port.Proposals = SqlProposals(connection)
        self.access: port.Access = SqlAccess(connection)
        self.audit: port.Audit = SqlAudit(connection)
        self.replies: port.Replies = SqlReplies(connection)
        self.executors: Executors = SqlExecutors(connection)
        self.pauses: Pauses = SqlPauses(connection)


class SqlStore:
    """A `Store` over SQLite or PostgreSQL. `engine` is the door through which is written; close it with `close()`.

    Never open `writing()` inside `writing()`: the inner one would wait for the outer one, and give up after 30 s.
    """

    def __init__(self, engine: AsyncEngine, readers: AsyncEngine) -> None:
        self.engine = engine
        self.readers = readers
        self._group = GroupWriter(engine) if engine.dialect.name == "sqlite" else None
        self._door = Doorkeeper()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[port.Transaction]:
        one = self._group.transaction() if self._group else transaction(self.engine)
        async with self._door.inside(), one as connection:
            yield SqlTransaction(connection)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[port.Transaction]:
        async with self._door.inside(), transaction(self.readers) as connection:
            yield SqlTransaction(connection)

    async def is_current(self) -> bool:
        """Whether the database has the tables of this version. Raise if its guards are missing, or it is newer."""
        async with self._door.inside(), transaction(self.readers) as connection:
            return await connection.run_sync(is_newest)

    async def check(self) -> None:
        """Raise unless the database has exactly the tables and guards of this version. Call it at the start."""
        async with self._door.inside(), transaction(self.readers) as connection:
            await connection.run_sync(check)

    async def close(self) -> None:
        """Wait for whoever is reading or writing, then close every connection. Nobody can read or write after it.

        A connection that is in use when its pool is disposed of would come back to a pool that nobody closes.
        """
        await self._door.shut()
        if self._group:
            await self._group.settled()
        await self.readers.dispose()
        await self.engine.dispose()


def open_store(url: str) -> SqlStore:
    """The store at `url` (sqlite:///… or postgresql://…), refused like by `database_url`; it connects at first use."""
    address = database_url(url)
    return SqlStore(writer(address), reader(address))
