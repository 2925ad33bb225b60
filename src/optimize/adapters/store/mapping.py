"""Records to rows and back. Columns are named like fields, so no name is written down twice."""

from typing import Any, TypeVar

from pydantic import BaseModel
from sqlalchemy import RowMapping, Table

from optimize.application.records import TestRecord

RecordT = TypeVar("RecordT", bound=BaseModel)

_LIFE = ("id", "agent", "state", "replaces", "replaced_by", "retired_reason")


def row_of(record: BaseModel, table: Table) -> dict[str, Any]:
    """The fields of a record that its table has a column for."""
    fields = type(record).model_fields
    return {column.name: getattr(record, column.name) for column in table.c if column.name in fields}


def record_of(kind: type[RecordT], row: RowMapping, **elsewhere: Any) -> RecordT:
    """The record that a row keeps; `elsewhere` are the fields that stand in other tables."""
    return kind.model_validate({**row, **elsewhere})


def row_of_test(record: TestRecord, table: Table) -> dict[str, Any]:
    """The row of a test: its life in columns, its body in one."""
    life = {name: getattr(record.test, name) for name in _LIFE}
    return {**row_of(record, table), **life, "body": record.test}


def read_test(row: RowMapping) -> TestRecord:
    """The test that a row keeps."""
    body = row["body"]
    written = {name: getattr(body, name) for name in type(body).model_fields}
    return record_of(TestRecord, row, test={**written, **{name: row[name] for name in _LIFE}})
