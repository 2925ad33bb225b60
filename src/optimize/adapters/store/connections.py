"""Engines: how every connection to the database is set up, and how its transactions begin.

Two doors to one database: through the writer write transactions go one after the other, first come, first served;
readers see a snapshot, wait for nobody and cannot write.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from optimize.adapters.store.authorizer import authorize
from optimize.adapters.store.in_place import connect, connect_reader
from optimize.adapters.store.refusals import BUSY, UNREACHABLE, translated
from optimize.domain.errors import Invalid, Unavailable

PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "busy_timeout": "30000",
    "recursive_triggers": "ON",
    "trusted_schema": "OFF",
    "journal_size_limit": str(64 * 1024 * 1024),
    "cell_size_check": "ON",
}
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_READERS = 8
_LOCK = 6_218_945_103_227_771_001
"""Any number, as long as nothing else in the database locks it: the turn of the one who writes."""
_TIMEOUTS = {"lock_timeout": "30000", "idle_in_transaction_session_timeout": "10000"}


def database_url(url: str) -> URL:
    """The address with our driver. Raise Invalid if we cannot use it, Unavailable if its folder is missing."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise _bad_url("The database address cannot be read; it looks like sqlite:///data/optimize.db.") from error
    driver = _DRIVERS.get(parsed.get_backend_name())
    if driver is None:
        raise _bad_url("The database must be SQLite (sqlite:///data/optimize.db) or PostgreSQL (postgresql://…).")
    if driver.startswith("sqlite") and parsed.database in (None, "", ":memory:"):
        raise _bad_url("The database must be a file, for example sqlite:///data/optimize.db.")
    if driver.startswith("sqlite") and not Path(str(parsed.database)).parent.is_dir():
        raise Unavailable("store_unreachable", "The folder of the database file does not exist; create it first.")
    return parsed.set(drivername=driver)


def writer(url: URL) -> AsyncEngine:
    """One connection, so that write transactions of a process queue in order instead of competing for the lock."""
    if url.get_backend_name() == "sqlite":
        one = {"pool_size": 1, "max_overflow": 0, "async_creator": partial(connect, str(url.database))}
        engine = _sqlite(url, "BEGIN IMMEDIATE", PRAGMAS, guarded=True, **one)
    else:
        engine = _postgres(url, _TIMEOUTS, pool_size=1, max_overflow=0)
        event.listen(engine.sync_engine, "begin", _take_turn)
    return engine


def reader(url: URL) -> AsyncEngine:
    """Connections that see a snapshot and cannot write. Each remembers much, so as few as will do are in use."""
    pool: dict[str, Any] = {"pool_size": _READERS, "pool_use_lifo": True}
    if url.get_backend_name() == "sqlite":
        pool["async_creator"] = partial(connect_reader, str(url.database))
        return _sqlite(url, "BEGIN", {**PRAGMAS, "query_only": "ON"}, guarded=True, **pool)
    settings = {**_TIMEOUTS, "default_transaction_read_only": "on"}
    return _postgres(url, settings, isolation_level="REPEATABLE READ", **pool)


def migrator(url: URL) -> AsyncEngine:
    """The one kind of connection that may change tables and guards.

    Without foreign keys on SQLite, where altering a table means to copy and drop it; they are checked afterwards.
    """
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, "BEGIN IMMEDIATE", {**PRAGMAS, "foreign_keys": "OFF"}, guarded=False)
    engine = _postgres(url, _TIMEOUTS)
    event.listen(engine.sync_engine, "begin", _take_turn)
    return engine


def _sqlite(url: URL, begin: str, pragmas: dict[str, str], *, guarded: bool, **pool: Any) -> AsyncEngine:
    engine = create_async_engine(url, **pool)

    def set_up(connection: Any, _record: object) -> None:
        # The driver's own idea of when to begin would begin too late for a write transaction.
        connection.isolation_level = None
        cursor = connection.cursor()
        for name, value in pragmas.items():
            cursor.execute(f"PRAGMA {name}={value}")
        cursor.close()
        if guarded:
            connection.run_async(lambda driver: driver.set_authorizer(authorize))

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", set_up)
    event.listen(engine.sync_engine, "begin", start)
    return _translating(engine)


def _postgres(url: URL, settings: dict[str, str], **pool: Any) -> AsyncEngine:
    connect = {"server_settings": {"application_name": "optimize", **settings}}
    return _translating(create_async_engine(url, connect_args=connect, pool_pre_ping=True, **pool))


def _take_turn(connection: Connection) -> None:
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection with its transaction begun, committed when the block ends without an error.

    Raise Unavailable if the database does not answer, or if it is not our turn in time.
    """
    async with AsyncExitStack() as stack:
        try:
            connection = await stack.enter_async_context(engine.connect())
        except OSError as error:
            raise Unavailable(*UNREACHABLE) from error
        except NoConnection as error:
            raise Unavailable(*BUSY) from error
        await stack.enter_async_context(connection.begin())
        yield connection


def _bad_url(detail: str) -> Invalid:
    return Invalid("bad_database_url", detail)


def _translating(engine: AsyncEngine) -> AsyncEngine:
    event.listen(engine.sync_engine, "handle_error", translated, retval=True)
    return engine
