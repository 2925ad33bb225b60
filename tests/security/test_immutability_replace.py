"""Attack 25 on SQLite: rewriting what was decided, from a shell that keeps none of our settings.

REPLACE deletes the row that is in the way of a new one, by any unique key, and fires no delete trigger there.
"""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import UniqueConstraint

from optimize.adapters.store.guard_rules import RULES
from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.store import open_store
from tests.conformance.store.world import World

TABLES = {rule.table.name: rule.table for rule in RULES}
Row = dict[str, Any]


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[sqlite3.Connection]:
    """A stranger's connection to a database with something decided in every guarded table."""
    file = tmp_path / "optimize.db"
    await migrate(f"sqlite:///{file}")
    store = open_store(f"sqlite:///{file}")
    world = World(store)
    await world.begin()
    await world.settled()
    await store.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA recursive_triggers=OFF")
        connection.execute("PRAGMA foreign_keys=OFF")
        yield connection


def _rows(shell: sqlite3.Connection, table: str) -> list[Row]:
    """Whole rows, with the hidden number that SQLite gives each unless a column is another name of it."""
    rows = [dict(row) for row in shell.execute(f'SELECT rowid AS "rowid", * FROM "{table}"')]
    assert rows, f"nothing settled in {table}"
    named = {"ordinal", "seq"} & {
        column.name for column in TABLES[table].primary_key if len(TABLES[table].primary_key) == 1
    }
    return [{name: value for name, value in row.items() if name != "rowid" or not named} for row in rows]


def _keys(table: str, row: Row) -> Iterator[set[str]]:
    if "rowid" in row:
        yield {"rowid"}
    yield {column.name for column in TABLES[table].primary_key}
    yield from ({c.name for c in key} for key in TABLES[table].constraints if isinstance(key, UniqueConstraint))


def _other(row: Row, key: set[str]) -> Row:
    """A row that differs in everything but a key; the state stays, for a check would refuse any but the known ones."""
    return {name: value if name in {*key, "state"} else _mutated(value) for name, value in row.items()}


def _mutated(value: Any) -> Any:
    return value + 1000 if isinstance(value, int | float) else "x" if value is None else f"{value}~"


def _insert(shell: sqlite3.Connection, verb: str, table: str, row: Row) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    shell.execute(f'{verb} INTO "{table}" ({names}) VALUES ({", ".join("?" for _ in row)})', list(row.values()))


@pytest.mark.parametrize("verb", ["REPLACE", "INSERT OR REPLACE"])
@pytest.mark.parametrize("table", TABLES)
def test_attack_25_replacing_a_row_by_any_of_its_keys_is_refused(
    shell: sqlite3.Connection, table: str, verb: str
) -> None:
    before = _rows(shell, table)
    for row in before:
        for key in _keys(table, row):
            with pytest.raises(sqlite3.IntegrityError, match=r"already_exists|frozen"):
                _insert(shell, verb, table, _other(row, key))
    assert _rows(shell, table) == before


@pytest.mark.parametrize("table", ["test", "run", "batch", "proposal"])
def test_attack_25_moving_another_row_onto_a_key_is_refused(shell: sqlite3.Connection, table: str) -> None:
    """`UPDATE OR REPLACE` of a row that may still change, onto one that may not."""
    before = _rows(shell, table)
    settled, still_open = before[0], before[1]
    for key in _keys(table, settled):
        onto = ", ".join(f'"{name}" = ?' for name in sorted(key))
        values = [settled[name] for name in sorted(key)]
        with pytest.raises(sqlite3.IntegrityError, match="frozen"):
            shell.execute(f'UPDATE OR REPLACE "{table}" SET {onto} WHERE id = ?', [*values, still_open["id"]])
    assert _rows(shell, table) == before


@pytest.mark.parametrize("table", TABLES)
def test_attack_25_an_upsert_is_refused(shell: sqlite3.Connection, table: str) -> None:
    before = _rows(shell, table)
    key = sorted(column.name for column in TABLES[table].primary_key)
    upsert = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {key[0]} = {key[0]}"
    names = ", ".join(f'"{name}"' for name in before[0])
    with pytest.raises(sqlite3.IntegrityError, match=r"already_exists|frozen"):
        shell.execute(f'INSERT INTO "{table}" ({names}) SELECT {names} FROM "{table}" WHERE TRUE {upsert}')
    assert _rows(shell, table) == before


@pytest.mark.parametrize("verb", ["INSERT", "INSERT OR IGNORE", "REPLACE"])
def test_attack_25_no_verdict_is_added_to_a_finished_run(shell: sqlite3.Connection, verb: str) -> None:
    [verdict] = _rows(shell, "verdict")
    more = {name: value for name, value in verdict.items() if name != "rowid"} | {"criterion": 7}
    with pytest.raises(sqlite3.IntegrityError, match="frozen"):
        _insert(shell, verb, "verdict", more)
