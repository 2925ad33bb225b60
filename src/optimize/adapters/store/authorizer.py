"""What a SQLite connection of the application may do: read and write rows. Tables, triggers and settings stay."""

import sqlite3

_ROWS = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_INSERT,
    sqlite3.SQLITE_UPDATE,
    sqlite3.SQLITE_DELETE,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_SAVEPOINT,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
_CHANGES = {sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE}
_SCHEMA = {"sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"}
_QUESTIONS = {
    "foreign_key_check",
    "foreign_key_list",
    "index_info",
    "index_list",
    "index_xinfo",
    "integrity_check",
    "quick_check",
    "table_info",
    "table_list",
    "table_xinfo",
    "wal_checkpoint",
}
"""Pragmas whose value is a question, not a setting."""


def authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """SQLite's authorizer: called as a statement is prepared, with what it is about to do."""
    return sqlite3.SQLITE_OK if _allowed(action, first, second) else sqlite3.SQLITE_DENY


def _allowed(action: int, first: str | None, second: str | None) -> bool:
    if action == sqlite3.SQLITE_PRAGMA:
        return second is None or first in _QUESTIONS
    if action in _CHANGES and first in _SCHEMA:
        return False
    return action in _ROWS and second != "load_extension"
