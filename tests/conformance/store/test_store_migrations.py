"""Migrations: from nothing, from the head, from a newer version; guards before and after."""

from collections.abc import Awaitable, Callable
from typing import Literal

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Column, Connection, Integer, inspect, text

from optimize.adapters.store import columns
from optimize.adapters.store.connections import database_url, migrator
from optimize.adapters.store.guard_ddl import check_guards, drop_guards, install_guards
from optimize.adapters.store.guard_rules import RULES
from optimize.adapters.store.migrate import migrate, restore_guards
from optimize.adapters.store.revisions import REVISIONS
from optimize.adapters.store.store import SqlStore, open_store
from optimize.application.ports.store import Transaction
from optimize.domain.errors import Conflict, Unavailable
from tests.conformance.store.world import World, a_run, a_test, body, later


@pytest.fixture
async def migrated(empty: str) -> str:
    """A database of its own, for these tests change tables and guards."""
    await migrate(empty)
    return empty


async def _as_owner(url: str, act: Callable[[Connection], object]) -> object:
    """Do something through the one kind of connection that may."""
    engine = migrator(database_url(url))
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(act)
    finally:
        await engine.dispose()


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": False})
    return list(compare_metadata(context, columns.metadata))


def _contents(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    names = inspect(connection).get_table_names()
    return {name: [tuple(row) for row in connection.execute(text(f'SELECT * FROM "{name}"'))] for name in names}


def _alter(connection: Connection, name: str) -> None:
    """A change of a table as migrations make it: on SQLite by a copy."""
    operations = Operations(MigrationContext.configure(connection))
    recreate: Literal["always", "auto"] = "always" if connection.dialect.name == "sqlite" else "auto"
    with operations.batch_alter_table(name, recreate=recreate) as batch:
        batch.add_column(Column("added", Integer))


def test_the_revisions_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", "optimize.adapters.store:migrations")
    newest_first = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(newest_first[::-1]) == REVISIONS


async def test_a_database_migrated_from_nothing_has_exactly_our_tables(empty: str) -> None:
    await migrate(empty)
    assert await _as_owner(empty, _differences) == []


async def test_migrating_again_changes_nothing(world: World, migrated: str) -> None:
    await world.planned(a_run())
    await world.finished("r1")
    before = await _as_owner(migrated, _contents)
    await migrate(migrated)
    assert await _as_owner(migrated, _contents) == before
    await world.store.check()


async def test_a_database_without_tables_is_not_ready(empty: str) -> None:
    nothing = open_store(empty)
    with pytest.raises(Unavailable) as refused:
        await nothing.check()
    assert refused.value.code == "store_older"
    await nothing.close()


async def test_a_database_of_a_newer_version_is_refused(store: SqlStore, migrated: str) -> None:
    await _as_owner(migrated, lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(Conflict) as refused:
        await store.check()
    assert refused.value.code == "store_newer"
    with pytest.raises(Conflict, match="newer version"):
        await migrate(migrated)


async def test_a_missing_guard_stops_the_start_until_somebody_restores_it(store: SqlStore, migrated: str) -> None:
    table = " ON test" if migrated.startswith("postgresql") else ""
    await _as_owner(migrated, lambda c: c.execute(text(f"DROP TRIGGER guard_test_update{table}")))
    with pytest.raises(Unavailable) as refused:
        await store.check()
    assert refused.value.fields == {"missing": ["guard_test_update"]}
    with pytest.raises(Unavailable, match="guard_test_update"):
        await migrate(migrated)
    await restore_guards(migrated)
    await store.check()
    await migrate(migrated)


async def test_a_guard_that_was_emptied_counts_as_missing(store: SqlStore, migrated: str) -> None:
    def empty(connection: Connection) -> None:
        if connection.dialect.name == "sqlite":
            connection.execute(text("DROP TRIGGER guard_audit_delete"))
            connection.execute(text("CREATE TRIGGER guard_audit_delete BEFORE DELETE ON audit BEGIN SELECT 1; END"))
        else:
            connection.execute(text("ALTER TABLE audit DISABLE TRIGGER guard_audit_delete"))

    await _as_owner(migrated, empty)
    with pytest.raises(Unavailable, match="guard_audit_delete"):
        await store.check()


async def test_attack_27_a_batch_migration_that_loses_guards_is_noticed(sqlite_store: SqlStore) -> None:
    """SQLite copies the table, and its triggers stay behind."""
    url = str(sqlite_store.engine.url)
    await _as_owner(url, lambda c: _alter(c, "agent_version"))
    with pytest.raises(Unavailable, match="guard_agent_version_update"):
        await sqlite_store.check()
    await restore_guards(url)
    await sqlite_store.check()


_ATTACKS: tuple[Callable[[Transaction], Awaitable[object]], ...] = (
    lambda tx: tx.tests.replace_draft("t1", body("other")),
    lambda tx: tx.tests.discard("t1"),
    lambda tx: tx.connection.execute(text("UPDATE verdict SET kind = 'other'")),
    lambda tx: tx.connection.execute(text("DELETE FROM run")),
)


async def test_attack_27_guards_stand_again_after_every_table_was_altered(world: World, migrated: str) -> None:
    async with world.store.writing() as tx:
        await tx.tests.add(a_test())
        await tx.tests.accept("t1", at=later(1), by="ann")
    await world.planned(a_run())
    await world.finished("r1")

    def migration(connection: Connection) -> None:
        drop_guards(connection)
        for rule in RULES:
            _alter(connection, rule.table.name)
        install_guards(connection)
        check_guards(connection)

    await _as_owner(migrated, migration)
    await world.store.check()
    for attack in _ATTACKS:
        with pytest.raises(Conflict) as refused:
            async with world.store.writing() as tx:
                await attack(tx)
        assert refused.value.code == "frozen"
