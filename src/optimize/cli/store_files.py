"""Where the files of the product stand, and what a backup of them holds."""

from pathlib import Path

from optimize.adapters.store.backup import STORE, Manifest
from optimize.adapters.store.connections import database_url
from optimize.domain.errors import Conflict
from optimize.settings import Settings


def store_file(settings: Settings) -> Path:
    """The file of the database. Raises Conflict `not_sqlite` where it is a server's."""
    address = database_url(settings.store_url)
    if address.get_backend_name() != "sqlite":
        raise Conflict(
            "not_sqlite",
            "The database is on a PostgreSQL server: back it up and restore it with pg_dump and pg_restore, then run "
            "`optimize verify`.",
        )
    return Path(str(address.database))


def conversations_file(settings: Settings) -> Path:
    """The assistant's memory of its conversations."""
    return settings.data / "conversations.db"


def told(manifest: Manifest) -> str:
    """What a backup holds, in one line."""
    rows = manifest.rows[STORE]
    named = {"test": "tests", "batch": "batches", "run": "runs", "verdict": "verdicts", "call": "model calls"}
    counts = ", ".join(f"{rows.get(table, 0):,} {name}" for table, name in named.items())
    audit = f"{rows.get('audit', 0):,} audit lines up to {manifest.audit_head[:12]}"
    return f"{counts}, {audit}, {sum(sum(of.values()) for of in manifest.rows.values()):,} rows in all"
