"""Guards in a database: to put them there, and to see whether they all stand."""

from sqlalchemy import Connection, text

from optimize.adapters.store.guards import Dialect, Guard, guards
from optimize.domain.errors import Unavailable

_SQLITE_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
_POSTGRES_TRIGGERS = """
SELECT t.tgname, p.prosrc
FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')
"""


def install_guards(connection: Connection) -> None:
    """Put every guard into the database, in place of what stands under its name. Part of the caller's transaction."""
    drop_guards(connection)
    dialect = _dialect(connection)
    for guard in guards(dialect):
        statements = [_sqlite(guard)] if dialect == "sqlite" else _postgres(guard)
        for statement in statements:
            connection.exec_driver_sql(statement)


def drop_guards(connection: Connection) -> None:
    """Take the guards away for a migration: SQLite cannot rename a table that a trigger of another one reads.

    Only ever followed by `install_guards` in the same transaction, so nobody sees the database without them.
    """
    if _dialect(connection) == "sqlite":
        for name in _standing(connection):
            if name.startswith("guard_"):
                connection.exec_driver_sql(f'DROP TRIGGER "{name}"')


def check_guards(connection: Connection) -> None:
    """Raise Unavailable if a guard is missing, switched off or not the one that this version installs."""
    standing = _standing(connection)
    dialect = _dialect(connection)
    missing = sorted(guard.name for guard in guards(dialect) if standing.get(guard.name) != _body(guard, dialect))
    if missing:
        raise Unavailable(
            "guards_missing",
            f"The database has lost guards that keep accepted tests and verdicts as they are ({', '.join(missing)}). "
            "Find out who changed it; then restore a backup, or run `optimize restore-guards` to go on with it.",
            missing=missing,
        )


def _standing(connection: Connection) -> dict[str, str]:
    statement = _SQLITE_TRIGGERS if _dialect(connection) == "sqlite" else _POSTGRES_TRIGGERS
    return {row[0]: row[1] for row in connection.execute(text(statement))}


def _body(guard: Guard, dialect: Dialect) -> str:
    return _sqlite(guard) if dialect == "sqlite" else _function_body(guard)


def _sqlite(guard: Guard) -> str:
    return (
        f'CREATE TRIGGER "{guard.name}" BEFORE {guard.event} ON "{guard.table}" WHEN {guard.when}\n'
        f"BEGIN SELECT RAISE(ABORT, '{guard.message}'); END"
    )


def _postgres(guard: Guard) -> list[str]:
    level = "STATEMENT" if guard.event == "TRUNCATE" else "ROW"
    body = f"$guard${_function_body(guard)}$guard$"
    return [
        f'CREATE OR REPLACE FUNCTION "{guard.name}"() RETURNS trigger LANGUAGE plpgsql AS {body}',
        f'CREATE OR REPLACE TRIGGER "{guard.name}" BEFORE {guard.event} ON "{guard.table}"'
        f' FOR EACH {level} EXECUTE FUNCTION "{guard.name}"()',
    ]


def _function_body(guard: Guard) -> str:
    row = {"DELETE": "OLD", "TRUNCATE": "NULL"}.get(guard.event, "NEW")
    return (
        f"\nBEGIN\n  IF {guard.when} THEN\n"
        f"    RAISE EXCEPTION USING MESSAGE = '{guard.message}', ERRCODE = 'restrict_violation';\n"
        f"  END IF;\n  RETURN {row};\nEND\n"
    )


def _dialect(connection: Connection) -> Dialect:
    return "sqlite" if connection.dialect.name == "sqlite" else "postgresql"
