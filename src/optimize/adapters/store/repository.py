"""What every repository has: the connection of its transaction, and the few ways in which it is used."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Executable, RowMapping, Table, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from optimize.adapters.store.mapping import RecordT, record_of, row_of
from optimize.application.records import Record
from optimize.domain.errors import NotFound

# Both databases limit the number of parameters of one statement to about 32 000.
_AT_ONCE = 5_000
_INSERTED_AT_ONCE = 500
Values = dict[str, Any] | None


class Repository:
    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection

    async def _insert(self, table: Table, record: Record) -> None:
        await self.connection.execute(insert(table), row_of(record, table))

    async def _insert_all(self, table: Table, rows: Iterable[dict[str, Any]]) -> None:
        rest = iter(rows)
        while part := list(islice(rest, _INSERTED_AT_ONCE)):
            await self.connection.execute(insert(table), part)

    async def _rows(self, statement: Executable, values: Values = None) -> list[RowMapping]:
        return list((await self.connection.execute(statement, values)).mappings())

    async def _row(self, statement: Executable, values: Values = None) -> RowMapping | None:
        return (await self.connection.execute(statement, values)).mappings().one_or_none()

    async def _all(self, kind: type[RecordT], statement: Executable) -> list[RecordT]:
        return [record_of(kind, row) for row in await self._rows(statement)]

    async def _one(self, kind: type[RecordT], statement: Executable, values: Values = None) -> RecordT | None:
        row = await self._row(statement, values)
        return None if row is None else record_of(kind, row)

    async def _changed(self, statement: Executable, values: Values = None) -> int:
        """Rows that a statement changed: what a fence is decided by."""
        return (await self.connection.execute(statement, values)).rowcount

    async def _set(self, table: Table, row: ColumnElement[bool], **values: Any) -> None:
        """Change the one row that there must be; raise NotFound if there is none."""
        found(table, await self._changed(update(table).where(row).values(values)))


def found(table: Table, rows: int) -> None:
    """Raise NotFound unless there was a row."""
    if not rows:
        raise NotFound("not_found", f"There is no such {table.name.replace('_', ' ')}.")


def in_parts(ids: Iterable[str]) -> Iterator[list[str]]:
    """The ids in lists that fit into one statement."""
    rest = iter(ids)
    while part := list(islice(rest, _AT_ONCE)):
        yield part
