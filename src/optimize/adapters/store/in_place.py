"""SQLite connections that go to their own thread only for what may wait or take long.

To hand each part of a statement (cursor, execute, fetch, close) to another thread and back costs many times as much as
most statements themselves.
"""

import sqlite3
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import aiosqlite

_ENDS: Final = frozenset({"commit", "rollback"})
_OF_A_CURSOR: Final = frozenset({"fetchone", "fetchmany", "fetchall", "close"})
_CHUNK: Final = 64


class _Threaded(aiosqlite.Connection):
    """Each kind says what may wait. While the thread is at work for a caller who was cancelled, all else queues up."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, _CHUNK)
        self._at_work: set[object] = set()

    def _may_wait(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> bool:
        raise NotImplementedError

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if not self._at_work and not self._may_wait(fn, args):
            return fn(*args, **kwargs)
        mark = object()
        self._at_work.add(mark)

        def done() -> Any:
            try:
                return fn(*args, **kwargs)
            finally:
                self._at_work.discard(mark)

        return await super()._execute(done)  # type: ignore[no-untyped-call]  # it has no types

    def _own(self, fn: Callable[..., Any]) -> bool:
        return getattr(fn, "__self__", None) is self._conn


class InPlaceConnection(_Threaded):
    """For the one connection through which is written.

    It may wait to begin, to commit, to open and to close. Between those nothing waits: the lock is held, and a
    statement takes microseconds.
    """

    def _may_wait(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> bool:
        if fn.__name__ in _ENDS and self._own(fn):
            return self._conn.in_transaction
        return (fn.__name__ == "close" and self._own(fn)) or (
            fn.__name__ == "execute" and not self._conn.in_transaction
        )


class WholeConnection(_Threaded):
    """For one that reads, which may take long: a statement goes to the thread once and comes back with all its rows.

    `reads_only`: its transactions change nothing, so that neither their begin nor their end waits for anything.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection], *, reads_only: bool) -> None:
        super().__init__(connector)
        self._reads_only = reads_only

    def _may_wait(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> bool:
        name = fn.__name__
        if not self._own(fn):
            return name not in _OF_A_CURSOR and not (self._reads_only and args[:1] == ("BEGIN",))
        if name in _ENDS:
            return self._conn.in_transaction and not self._reads_only
        return name != "cursor"


class _Whole(sqlite3.Connection):
    def cursor(self, factory: Any = None) -> Any:
        return super().cursor(factory or _WholeCursor)


class _WholeCursor(sqlite3.Cursor):
    """Its rows are taken with the statement, so that to fetch them waits for nothing."""

    def execute(self, sql: str, parameters: Any = (), /) -> "_WholeCursor":
        super().execute(sql, parameters)
        self._rows = deque[Any](super().fetchall() if self.description else ())
        return self

    def fetchone(self) -> Any:
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        return [self._rows.popleft() for _ in range(min(size or 1, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        return self.fetchmany(len(self._rows))


async def connect(database: str) -> aiosqlite.Connection:
    """Open the file to write; the connection may be used on both threads, never at the same time."""
    return await _in_background(InPlaceConnection(partial(sqlite3.connect, database, check_same_thread=False)))


async def connect_reader(database: str) -> aiosqlite.Connection:
    return await _in_background(WholeConnection(_whole(database), reads_only=True))


def whole(database: str) -> aiosqlite.Connection:
    """For few writes between many reads, each of which is over before the next begins. To be awaited, or entered."""
    return WholeConnection(_whole(database), reads_only=False)


def _whole(database: str) -> Callable[[], sqlite3.Connection]:
    return partial(sqlite3.connect, database, check_same_thread=False, factory=_Whole)


async def _in_background(connection: aiosqlite.Connection) -> aiosqlite.Connection:
    connection._thread.daemon = True
    return await connection
