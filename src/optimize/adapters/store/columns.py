"""How the tables name their constraints, and the kinds of column they are made of."""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, MetaData, Text

from optimize.adapters.store.column_types import Moment, Word

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def ordinal() -> Column[int]:
    return Column("ordinal", BigInteger().with_variant(Integer, "sqlite"), primary_key=True)


def identity() -> Column[str]:
    return Column("id", Word, nullable=False, unique=True)


def key(name: str, *part_of: str) -> Column[str]:
    return Column(name, Word, *[ForeignKey(parent) for parent in part_of], primary_key=True)


def word(name: str, *part_of: str) -> Column[str]:
    return Column(name, Word, *[ForeignKey(parent) for parent in part_of], nullable=False)


def text(name: str, *, nullable: bool = False) -> Column[str]:
    return Column(name, Text, nullable=nullable)


def moment(name: str, *, nullable: bool = False) -> Column[Any]:
    return Column(name, Moment, nullable=nullable)


def state(*states: str) -> tuple[Column[str], CheckConstraint]:
    named = ", ".join(f"'{state}'" for state in states)
    return word("state"), CheckConstraint(f"state IN ({named})", name="state")
