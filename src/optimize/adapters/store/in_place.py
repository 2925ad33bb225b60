"""A SQLite connection that goes to its own thread only for what may wait: to begin, to commit, to open and to close.

Between those nothing waits: the lock is held, and a statement takes microseconds. To hand each of its parts (cursor,
execute, fetch, close) to another thread and back costs many times as much as the statement itself.
"""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import aiosqlite

_MAY_WAIT: Final = frozenset({"commit", "rollback", "close"})
_CHUNK: Final = 64


class InPlaceConnection(aiosqlite.Connection):
    """For the one connection through which is written. What it is asked for in a transaction runs on the caller."""

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        connection = self._conn
        whole = fn.__name__ in _MAY_WAIT and getattr(fn, "__self__", None) is connection
        if whole or (fn.__name__ == "execute" and not connection.in_transaction):
            return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]  # it has no types
        return fn(*args, **kwargs)


async def connect(database: str) -> aiosqlite.Connection:
    """Open the file; the connection may be used on both threads, never at the same time."""
    connection = InPlaceConnection(partial(sqlite3.connect, database, check_same_thread=False), _CHUNK)
    connection._thread.daemon = True
    return await connection
