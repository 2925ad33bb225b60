"""Which tables a database has: the migrations by their revisions, oldest first, and the one it was brought to."""

from typing import Final

from sqlalchemy import Connection, column, inspect, select, table

REVISIONS: Final = ("0001", "0002", "0003", "0004", "0005", "0006")
NEWEST: Final = REVISIONS[-1]
_VERSION = table("alembic_version", column("version_num"))


def revision_of(connection: Connection) -> str | None:
    """None for a database without tables."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    found: str | None = connection.execute(select(_VERSION.c.version_num)).scalar_one_or_none()
    return found
