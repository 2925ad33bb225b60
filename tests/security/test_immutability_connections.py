"""Attack 26: taking the guards away through a connection of the application."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.store import SqlStore, open_store

_ATTACKS = (
    "DROP TRIGGER guard_test_update",
    "DROP TABLE verdict",
    "DROP INDEX ix_run_agent_ordinal",
    "ALTER TABLE test RENAME TO test2",
    "ALTER TABLE test ADD COLUMN x",
    "ALTER TABLE test DROP COLUMN retired_reason",
    "CREATE TRIGGER mine AFTER INSERT ON run BEGIN DELETE FROM call; END",
    "CREATE TABLE mine (x)",
    "CREATE TEMP TABLE test (x)",
    "CREATE TEMP VIEW test AS SELECT 1",
    "PRAGMA writable_schema=ON",
    "PRAGMA recursive_triggers=OFF",
    "PRAGMA foreign_keys=OFF",
    "PRAGMA trusted_schema=ON",
    "PRAGMA ignore_check_constraints=ON",
    "PRAGMA journal_mode=DELETE",
    "PRAGMA synchronous=OFF",
    "PRAGMA query_only=OFF",
    "DELETE FROM sqlite_master",
    "UPDATE sqlite_schema SET sql = ''",
    "ATTACH 'other.db' AS other",
    "REINDEX",
    "ANALYZE",
    "SELECT load_extension('x')",
)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    address = f"sqlite:///{tmp_path / 'optimize.db'}"
    await migrate(address)
    opened = open_store(address)
    yield opened
    await opened.close()


@pytest.mark.parametrize("door", ["writing", "reading"])
@pytest.mark.parametrize("statement", _ATTACKS)
async def test_attack_26_a_connection_of_the_application_changes_no_rule(
    store: SqlStore, door: str, statement: str
) -> None:
    engine = store.engine if door == "writing" else store.readers
    with pytest.raises(DBAPIError, match=r"not authorized|prohibited|may not be modified|no such function"):
        async with engine.begin() as connection:
            await connection.execute(text(statement))
    await store.check()
