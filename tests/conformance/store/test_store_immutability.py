"""Attack 25 on every database, by its owner: what was decided is neither changed nor deleted, one column at a time."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import Row, text
from sqlalchemy.ext.asyncio import AsyncEngine

from optimize.adapters.store.connections import database_url, migrator
from optimize.adapters.store.guard_rules import RULES
from optimize.domain.errors import Conflict
from tests.conformance.store.world import World

GUARDED = {rule.table.name: rule.table for rule in RULES}
SETTLED = {"test": "id = 't1'", "run": "id = 'r1'", "batch": "id = 'b1'", "proposal": "id = 'p1'"}
"""Where a table also holds a row that may still change: the one that may not."""
OTHER = {"BOOLEAN": "NOT {}", "FLOAT": "coalesce({}, 0) + 1", "INTEGER": "{} + 1", "BIGINT": "{} + 1", "JSON": "'[]'"}
"""Per type SQL for another value; any other type is text."""


@pytest.fixture
async def owner(world: World, migrated: str) -> AsyncIterator[AsyncEngine]:
    """The strongest connection there is, to a database with something decided in every guarded table."""
    await world.settled()
    engine = migrator(database_url(migrated))
    yield engine
    await engine.dispose()


async def _rows(owner: AsyncEngine, table: str) -> list[Row[Any]]:
    async with owner.begin() as connection:
        return list(await connection.execute(text(f'SELECT * FROM "{table}"')))


async def _refused(owner: AsyncEngine, statement: str) -> None:
    with pytest.raises(Conflict) as refused:
        async with owner.begin() as connection:
            await connection.exec_driver_sql(statement)
    assert refused.value.code == "frozen"


@pytest.mark.parametrize("table", GUARDED)
async def test_attack_25_no_column_of_what_was_decided_changes(owner: AsyncEngine, table: str) -> None:
    before = await _rows(owner, table)
    for column in GUARDED[table].c:
        name = f'"{column.name}"'
        other = OTHER.get(str(column.type), "coalesce({}, '') || 'x'").format(name)
        await _refused(owner, f'UPDATE "{table}" SET {name} = {other} WHERE {SETTLED.get(table, "TRUE")}')
    assert await _rows(owner, table) == before


@pytest.mark.parametrize("table", GUARDED)
async def test_attack_25_nothing_that_was_decided_is_deleted(owner: AsyncEngine, table: str) -> None:
    before = await _rows(owner, table)
    await _refused(owner, f'DELETE FROM "{table}" WHERE {SETTLED.get(table, "TRUE")}')
    if owner.dialect.name == "postgresql":
        await _refused(owner, f'TRUNCATE "{table}" CASCADE')
    assert await _rows(owner, table) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE test SET state = 'draft' WHERE id = 't1'",
        "UPDATE test SET state = 'retired' WHERE id = 't1'",
        "UPDATE test SET state = 'retired', retired_reason = '  ' WHERE id = 't1'",
        "UPDATE test SET state = 'retired', retired_reason = 'why', body = '{}' WHERE id = 't1'",
        "UPDATE test SET id = 't3' WHERE id = 't2'",
        "UPDATE run SET state = 'finished' WHERE id = 'r2'",
        "UPDATE run SET seed = 8 WHERE id = 'r2'",
        "UPDATE run SET n = 3 WHERE id = 'r2'",
        "DELETE FROM run WHERE id = 'r2'",
        "UPDATE batch SET go_ahead = '{}' WHERE id = 'b2'",
        "DELETE FROM batch WHERE id = 'b2'",
        "UPDATE proposal SET digest = 'other' WHERE id = 'p2'",
        "UPDATE proposal SET redeemed = TRUE WHERE id = 'p2'",
        "UPDATE proposal SET redeemed = TRUE WHERE id = 'p1'",
        "DELETE FROM proposal WHERE id = 'p2'",
        "INSERT INTO verdict (run, criterion, kind, verdict) VALUES ('r1', 9, 'k', '{}')",
        "INSERT INTO verdict (run, criterion, kind, verdict) VALUES ('r2', 0, 'k', '{}')",
    ],
)
async def test_attack_25_no_move_but_those_of_the_rules(owner: AsyncEngine, statement: str) -> None:
    await _refused(owner, statement)
