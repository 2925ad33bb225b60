"""From the tables of every earlier version to those of this one: nothing is lost, and the guards stand again."""

from collections.abc import Awaitable, Callable

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from optimize.adapters.store import columns
from optimize.adapters.store.connections import database_url, migrator
from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.store import open_store
from optimize.application.ports.store import Transaction
from optimize.domain.errors import Conflict
from tests.conformance.store.world import NOON, a_day, a_schedule, an_experiment

AT = NOON.isoformat(timespec="microseconds")
KEPT = "INSERT INTO agent (name, release, writes, created_at, created_by) VALUES ('desk', 'gated', 'refuse', :at, 'a')"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "optimize.adapters.store:migrations")
    return config


EARLIER = [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()][1:]


async def _as_owner(url: str, act: Callable[[Connection], object]) -> object:
    engine = migrator(database_url(url))
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(act)
    finally:
        await engine.dispose()


def _made(revision: str) -> Callable[[Connection], None]:
    """A database as that version left it, with an agent in it."""

    def make(connection: Connection) -> None:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.execute(text(KEPT), {"at": AT})

    return make


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": False})
    return list(compare_metadata(context, columns.metadata))


@pytest.fixture(params=EARLIER)
async def upgraded(request: pytest.FixtureRequest, empty: str) -> str:
    await _as_owner(empty, _made(request.param))
    await migrate(empty)
    return empty


async def test_it_has_exactly_our_tables_and_what_was_in_it(upgraded: str) -> None:
    assert await _as_owner(upgraded, _differences) == []
    store = open_store(upgraded)
    await store.check()
    async with store.reading() as tx:
        [agent] = await tx.agents.list()
        assert (agent.name, agent.release, agent.created_at) == ("desk", "gated", NOON)
        assert await tx.schedules.list() == []
        assert await tx.experiments.list("desk") == []
        assert await tx.pauses.get("b1") is None
    await store.close()


_ATTACKS: tuple[Callable[[Transaction], Awaitable[object]], ...] = (
    lambda tx: tx.connection.execute(text("UPDATE schedule_run SET batch = 'other'")),
    lambda tx: tx.connection.execute(text("DELETE FROM schedule_run")),
)


async def test_what_is_new_works_and_is_guarded(upgraded: str) -> None:
    store = open_store(upgraded)
    async with store.writing() as tx:
        await tx.schedules.set(a_schedule())
        await tx.schedules.claim(a_day())
    for attack in _ATTACKS:
        with pytest.raises(Conflict) as refused:
            async with store.writing() as tx:
                await attack(tx)
        assert refused.value.code == "frozen"
    with pytest.raises(Conflict) as nothing:
        async with store.writing() as tx:
            await tx.experiments.add(an_experiment())
    assert nothing.value.code == "part_of_nothing"
    await store.close()
