"""To bring a database to the tables and guards of this version, and to see whether it has them."""

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Final

from sqlalchemy import Connection

from optimize.adapters.store.connections import database_url, migrator, reader, transaction
from optimize.adapters.store.guard_ddl import check_guards, drop_guards, install_guards
from optimize.adapters.store.revisions import NEWEST, REVISIONS, revision_of
from optimize.domain.errors import Conflict, Unavailable

_UPGRADE: Final = "optimize.adapters.store.upgrading:upgrade_tables"


async def migrate(url: str) -> None:
    """Upgrade to the newest tables and install the guards, in one transaction; do nothing to a database that has both.

    Raise Conflict `store_newer` if the database was written by a newer version, and Unavailable `guards_missing` if it
    has our tables but not our guards: whoever took them away may have changed more, so they are not put back quietly.
    """
    if not await _up_to_date(url):
        await _as_owner(url, _upgrade)


async def _up_to_date(url: str) -> bool:
    """Looked at by a reader, for whoever wants to write has to wait for all who do."""
    engine = reader(database_url(url))
    try:
        async with transaction(engine) as connection:
            return await connection.run_sync(is_newest)
    finally:
        await engine.dispose()


async def restore_guards(url: str) -> None:
    """Put missing guards back, by a person's decision."""
    await _as_owner(url, install_guards)


async def _as_owner(url: str, act: Callable[[Connection], None]) -> None:
    engine = migrator(database_url(url))
    try:
        async with transaction(engine) as connection:
            await connection.run_sync(act)
    finally:
        await engine.dispose()


def check(connection: Connection) -> None:
    """Raise unless the database has exactly the tables and guards of this version."""
    if _known_revision(connection) != NEWEST:
        raise Unavailable(
            "store_older", "The database is older than this version; start `optimize serve` once to update it."
        )
    check_guards(connection)


def is_newest(connection: Connection) -> bool:
    """Whether it needs no upgrade. Raise what `migrate` raises of a database that cannot have one."""
    newest = _known_revision(connection) == NEWEST
    if newest:
        check_guards(connection)
    return newest


def _upgrade(connection: Connection) -> None:
    if is_newest(connection):
        return  # another process came first
    drop_guards(connection)
    resolve_name(_UPGRADE)(connection)
    install_guards(connection)
    _check_foreign_keys(connection)


def _check_foreign_keys(connection: Connection) -> None:
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise Conflict("store_damaged", "The database has rows that belong to nothing; restore it from a backup.")


def _known_revision(connection: Connection) -> str | None:
    revision = revision_of(connection)
    if revision is not None and revision not in REVISIONS:
        raise Conflict(
            "store_newer",
            f"The database was written by a newer version of Optimize (revision {revision}); start that version.",
            revision=revision,
        )
    return revision
