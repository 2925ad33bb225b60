"""The triggers that hold the rules of `guard_rules`, on either database.

From each rule follow triggers against UPDATE and DELETE, on PostgreSQL against TRUNCATE, and on SQLite against REPLACE:
it removes the row that stands in the way of a new one by *any* unique key, the hidden `rowid` included, and fires no
delete trigger in a connection without `recursive_triggers`. So an INSERT that meets an existing key is refused there
before it can replace anything, and no move changes a key.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Table, UniqueConstraint

from optimize.adapters.store.guard_rules import RULES, Move, Rule
from optimize.adapters.store.refusals import EXISTS, FROZEN

Dialect = Literal["sqlite", "postgresql"]


@dataclass(frozen=True)
class Guard:
    """One trigger: before `event` on `table`, refuse with `message` when `when` holds."""

    name: str
    table: str
    event: Literal["INSERT", "UPDATE", "DELETE", "TRUNCATE"]
    when: str
    message: str


def guards(dialect: Dialect) -> tuple[Guard, ...]:
    """Every guard that a database of this kind has to have."""
    return tuple(guard for rule in RULES for guard in _of(rule, dialect))


def _of(rule: Rule, dialect: Dialect) -> Iterator[Guard]:
    name, message = rule.table.name, f"{FROZEN}: {rule.sentence}"
    yield Guard(f"guard_{name}_update", name, "UPDATE", f"({_moved(rule, dialect)}) IS NOT TRUE", message)
    yield Guard(f"guard_{name}_delete", name, "DELETE", f"({rule.deletable}) IS NOT TRUE", message)
    if rule.insertable != "TRUE":
        yield Guard(f"guard_{name}_insert", name, "INSERT", f"({rule.insertable}) IS NOT TRUE", message)
    if dialect == "postgresql":
        yield Guard(f"guard_{name}_truncate", name, "TRUNCATE", "TRUE", message)
    else:
        taken = f"{EXISTS}: There is one already. {rule.sentence}"
        yield Guard(f"guard_{name}_replace", name, "INSERT", _key_taken(rule.table), taken)


def _moved(rule: Rule, dialect: Dialect) -> str:
    return " OR ".join(f"({_allowed(rule.table, move, dialect)})" for move in rule.moves) or "FALSE"


def _allowed(table: Table, move: Move, dialect: Dialect) -> str:
    names = [f'"{column.name}"' for column in table.c if column.name not in move.changing]
    if dialect == "sqlite":
        kept = [f"NEW.{name} IS OLD.{name}" for name in ["rowid", *names]]
    else:
        kept = [f"NEW.{name} IS NOT DISTINCT FROM OLD.{name}" for name in names]
    states = f"OLD.state IN ({_quoted(move.before)}) AND NEW.state IN ({_quoted(move.after)})"
    return " AND ".join([states, *kept, f"({move.also})"])


def _key_taken(table: Table) -> str:
    same = (" AND ".join(f'"{table.name}"."{name}" = NEW."{name}"' for name in key) for key in _unique_keys(table))
    return " OR ".join(f'EXISTS (SELECT 1 FROM "{table.name}" WHERE {key})' for key in same)


def _unique_keys(table: Table) -> Iterator[tuple[str, ...]]:
    yield ("rowid",)
    yield tuple(column.name for column in table.primary_key)
    unique = (constraint for constraint in table.constraints if isinstance(constraint, UniqueConstraint))
    # Constraints are a set: without an order, the next process would not know its own guards again.
    yield from sorted(tuple(column.name for column in constraint) for constraint in unique)


def _quoted(states: tuple[str, ...]) -> str:
    return ", ".join(f"'{state}'" for state in states)
