"""A connection whose statements come back with all their rows, and what happens around one that still runs."""

import asyncio
import threading
from pathlib import Path

import pytest

from optimize.adapters.store.in_place import WholeConnection, connect_reader, whole

MANY = 1_000


async def filled(file: Path) -> None:
    async with whole(str(file)) as connection:
        await connection.execute("CREATE TABLE number (value)")
        await connection.executemany("INSERT INTO number VALUES (?)", [(value,) for value in range(MANY)])
        await connection.commit()


async def test_rows_come_in_whatever_portions_they_are_asked_for(tmp_path: Path) -> None:
    await filled(tmp_path / "a.db")
    async with whole(str(tmp_path / "a.db")) as connection, connection.cursor() as cursor:
        await cursor.execute("SELECT value FROM number ORDER BY value")
        first, some = await cursor.fetchone(), await cursor.fetchmany(9)
        rows = [first, *some, *[row async for row in cursor]]
        assert [row[0] for row in rows if row] == list(range(MANY))
        assert await cursor.fetchone() is None
        assert not await cursor.fetchall()


async def test_what_was_written_is_read_by_the_next_one(tmp_path: Path) -> None:
    await filled(tmp_path / "a.db")
    reader = await connect_reader(str(tmp_path / "a.db"))
    try:
        await reader.execute("BEGIN")
        cursor = await reader.execute("SELECT count(*) FROM number")
        assert [row[0] for row in await cursor.fetchall()] == [MANY]
        await reader.rollback()
        assert not reader.in_transaction
    finally:
        await reader.close()


async def test_whoever_comes_after_a_cancelled_reader_waits_until_its_statement_is_over(tmp_path: Path) -> None:
    await filled(tmp_path / "a.db")
    connection = await connect_reader(str(tmp_path / "a.db"))
    assert isinstance(connection, WholeConnection)
    held, entered, threads = threading.Event(), threading.Event(), list[str]()

    def wait() -> int:
        threads.append(threading.current_thread().name)
        entered.set()
        return held.wait(10)

    try:
        await connection.create_function("wait", 0, wait)
        await connection.execute("BEGIN")
        reading = asyncio.create_task(_read(connection))
        await asyncio.to_thread(entered.wait)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        ending = asyncio.create_task(connection.rollback())
        await asyncio.sleep(0.05)
        assert not ending.done()
        held.set()
        await ending
        assert not connection.in_transaction
        assert threads != [threading.current_thread().name]
    finally:
        held.set()
        await connection.close()


async def _read(connection: WholeConnection) -> None:
    await connection.execute("SELECT wait()")
