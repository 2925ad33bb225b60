"""What a transaction promises: all or nothing, one writer after the other, readers who wait for nobody."""

import asyncio
import sqlite3
from contextlib import closing
from decimal import Decimal

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from optimize.adapters.store import leaving_tables, tables
from optimize.adapters.store.connections import PRAGMAS, database_url, migrator
from optimize.adapters.store.store import SqlStore, open_store
from optimize.application.ports.store import Store
from optimize.application.records import AgentRecord
from optimize.domain.errors import Invalid, Unavailable
from tests.conformance.store.world import NOON, World, a_call, a_run, later


def _agent(name: str) -> AgentRecord:
    return AgentRecord(name=name, created_at=NOON, created_by="ann")


def test_the_store_is_the_port(store: SqlStore) -> None:
    port: Store = store
    assert port is store


async def test_an_error_leaves_nothing_behind(store: SqlStore) -> None:
    async def fail() -> None:
        async with store.writing() as tx:
            await tx.agents.add(_agent("a"))
            await tx.audit.append(at=NOON, actor="ann", action="add", object="a")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with store.reading() as tx:
        assert await tx.agents.list() == []
        assert await tx.audit.list() == []


async def test_a_cancelled_transaction_leaves_nothing_and_frees_the_writer(store: SqlStore) -> None:
    inside = asyncio.Event()

    async def hang() -> None:
        async with store.writing() as tx:
            await tx.agents.add(_agent("a"))
            inside.set()
            await asyncio.Event().wait()

    hanging = asyncio.create_task(hang())
    await inside.wait()
    hanging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hanging
    async with store.writing() as tx:
        await tx.agents.add(_agent("b"))
        assert [agent.name for agent in await tx.agents.list()] == ["b"]


async def test_forty_writers_who_read_first_lose_nothing(store: SqlStore, migrated: str) -> None:
    """From two stores, as from two processes."""
    async with store.writing() as tx:
        await tx.calls.add(a_call("c", input_tokens=0))
    other = open_store(migrated)

    async def add_one(through: SqlStore) -> None:
        async with through.writing() as tx:
            seen = (await tx.connection.execute(select(leaving_tables.call.c.input_tokens))).scalar_one()
            await asyncio.sleep(0)
            await tx.calls.settle("c", state="done", latency_ms=1, input_tokens=seen + 1, cost=Decimal(seen))

    await asyncio.gather(*(add_one(store if n % 2 else other) for n in range(40)))
    async with other.reading() as tx:
        assert (await tx.connection.execute(select(leaving_tables.call.c.input_tokens))).scalar_one() == 40
    await other.close()


async def test_reading_does_not_wait_for_an_open_writer(store: SqlStore) -> None:
    async with store.writing() as writing:
        await writing.agents.add(_agent("a"))
        async with asyncio.timeout(5), store.reading() as reading:
            assert await reading.agents.list() == []
    async with store.reading() as reading:
        assert len(await reading.agents.list()) == 1


async def test_reading_sees_one_moment(store: SqlStore) -> None:
    async with store.reading() as reading:
        assert await reading.agents.list() == []
        async with store.writing() as writing:
            await writing.agents.add(_agent("a"))
        assert await reading.agents.list() == []


async def test_reading_cannot_write(store: SqlStore) -> None:
    with pytest.raises(DBAPIError, match=r"read-?only"):
        async with store.reading() as tx:
            await tx.agents.add(_agent("a"))


async def test_many_ids_fit_into_one_question(world: World) -> None:
    await world.planned(a_run())
    ids = [f"x{n}" for n in range(40_000)] + ["r1"]
    await world.finished("r1")
    async with world.store.reading() as tx:
        assert len(await tx.runs.verdicts(ids)) == 1


async def test_a_batch_of_ten_thousand_runs_is_planned_in_one_go(world: World) -> None:
    await world.planned(*(a_run(f"r{t}-{n}", test=f"t{t}", n=n) for t in range(50) for n in range(1, 201)))
    async with world.store.reading() as tx:
        assert (await tx.connection.execute(select(func.count()).select_from(tables.run))).scalar_one() == 10_000


async def test_every_sqlite_connection_has_its_settings(sqlite_store: SqlStore) -> None:
    expected = {**{name: value.lower() for name, value in PRAGMAS.items()}, "synchronous": "2"}
    expected = {name: {"on": "1", "off": "0"}.get(value, value) for name, value in expected.items()}
    for engine, read_only in ((sqlite_store.engine, "0"), (sqlite_store.readers, "1")):
        async with engine.connect() as connection:
            found = {
                name: str((await connection.execute(text(f"PRAGMA {name}"))).scalar_one())
                for name in [*expected, "query_only"]
            }
        assert found == {**expected, "query_only": read_only}


async def test_a_file_locked_for_too_long_is_said_to_be_busy(
    sqlite_store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRAGMAS, "busy_timeout", "20")
    with closing(sqlite3.connect(str(sqlite_store.engine.url.database), isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable) as refused:
            async with sqlite_store.writing() as tx:
                await tx.agents.add(_agent("a"))
    assert refused.value.code == "store_busy"


async def test_a_full_disk_saves_nothing_and_says_so(sqlite_store: SqlStore) -> None:
    async with sqlite_store.writing() as tx:
        await tx.agents.add(_agent("a"))
    full = database_url(f"sqlite:///{sqlite_store.engine.url.database}")
    engine = migrator(full)
    async with engine.connect() as connection:
        pages = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
        await connection.execute(text(f"PRAGMA max_page_count={pages}"))
        with pytest.raises(Unavailable) as refused:
            await connection.execute(text("INSERT INTO agent VALUES ('b', 'x', 'x', 'x', printf('%.*c', 99999, 'x'))"))
    await engine.dispose()
    assert refused.value.code == "disk_full"
    async with sqlite_store.writing() as tx:
        await tx.agents.add(_agent("c"))
        assert [agent.name for agent in await tx.agents.list()] == ["a", "c"]


@pytest.mark.parametrize("address", ["", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite://"])
def test_an_address_that_names_no_usable_database_is_refused(address: str) -> None:
    with pytest.raises(Invalid) as refused:
        database_url(address)
    assert refused.value.code == "bad_database_url"


@pytest.mark.parametrize(
    ("address", "driver"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:///a.db", "sqlite+aiosqlite"),
        ("postgres://u:p@h/d", "postgresql+asyncpg"),
        ("postgresql+psycopg://u:p@h/d", "postgresql+asyncpg"),
    ],
)
def test_an_address_gets_our_driver(address: str, driver: str) -> None:
    assert database_url(address).drivername == driver


async def test_a_database_that_cannot_be_reached_is_said_to_be() -> None:
    nowhere = open_store("postgresql://ann@127.0.0.1:1/optimize")
    with pytest.raises(Unavailable) as refused:
        async with nowhere.writing() as tx:
            await tx.agents.list()
    assert refused.value.code == "store_unreachable"
    await nowhere.close()


def test_a_folder_that_does_not_exist_is_said_at_once() -> None:
    with pytest.raises(Unavailable, match="folder"):
        open_store("sqlite:////none/such/optimize.db")


async def test_writing_inside_writing_gives_up(sqlite_store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store.engine.pool, "_timeout", 0.02)
    async with sqlite_store.writing():
        with pytest.raises(Unavailable) as refused:
            async with sqlite_store.writing() as tx:
                await tx.agents.list()
    assert refused.value.code == "store_busy"


async def test_naive_datetimes_are_refused(store: SqlStore) -> None:
    with pytest.raises(Exception, match="no time zone"):
        async with store.writing() as tx:
            await tx.agents.add(_agent("a").model_copy(update={"created_at": NOON.replace(tzinfo=None)}))


async def test_instants_come_back_in_utc(store: SqlStore) -> None:
    async with store.writing() as tx:
        await tx.agents.add(_agent("a").model_copy(update={"created_at": later(1).astimezone()}))
        agent = await tx.agents.get("a")
    assert agent is not None
    assert agent.created_at.isoformat() == "2026-03-01T12:01:00+00:00"
