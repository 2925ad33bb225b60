"""Column types that hold the product's values: instants, money, JSON and pydantic models."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from pydantic import BaseModel
from sqlalchemy import JSON, Dialect, Text, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB

# Ids and instants are compared and sorted byte by byte; the default collation of a PostgreSQL database is not.
Word = Text().with_variant(Text(collation="C"), "postgresql")
Json = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")


class Moment(TypeDecorator[datetime]):
    """An instant, kept as UTC ISO text of one fixed width so that it sorts as text. Naive datetimes are refused."""

    impl = Word
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


class Day(TypeDecorator[date]):
    """A date, kept as ISO text like instants are, so that both databases sort and compare it alike."""

    impl = Word
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: Dialect) -> str | None:
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> date | None:
        return None if value is None else date.fromisoformat(value)


class Money(TypeDecorator[Decimal]):
    """US dollars as text: SQLite has no decimal type, and a float would round."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(value)


class Shape(TypeDecorator[BaseModel]):
    """A pydantic model of class `model`, kept as JSON. Of a subclass the fields of `model` are kept."""

    impl = Json
    cache_ok = True

    def __init__(self, model: type[BaseModel]) -> None:
        super().__init__()
        self.model = model

    def process_bind_param(self, value: BaseModel | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        return value.model_dump(mode="json", by_alias=True, include=set(self.model.model_fields))

    def process_result_value(self, value: Any, dialect: Dialect) -> BaseModel | None:
        return None if value is None else self.model.model_validate(value)
