"""From what a database driver raises to the product's own errors, in one table."""

import re

from sqlalchemy import ExceptionContext
from sqlalchemy.exc import IntegrityError

from optimize.domain.errors import Conflict, OptimizeError, Unavailable

FROZEN = "frozen"
EXISTS = "already_exists"

_GUARD = re.compile(rf"\b(?P<code>{FROZEN}|{EXISTS}): (?P<sentence>.+)")
_DUPLICATE = re.compile(r"UNIQUE constraint failed|duplicate key value")
_PART_OF = re.compile(r"FOREIGN KEY constraint failed|foreign key constraint")
BUSY = ("store_busy", "The database is busy; please try again.")
FULL = ("disk_full", "The disk that holds the database is full, so nothing was saved; free some space and try again.")
UNREACHABLE = ("store_unreachable", "The database cannot be reached; check that it is running and its address right.")
SHUT = ("store_unreachable", "Optimize is stopping, so nothing is read or written any more; start it again.")
CLOSED = (
    "store_unreachable",
    "The database file cannot be opened or written: see that it is a file, and that its folder, its owner and the disk "
    "let this user read and write it.",
)
DAMAGED = (
    "database_damaged",
    "The database file is damaged and cannot be read: stop everything that uses it, and put a backup in its place with "
    "`optimize restore FILE --force`, which keeps the damaged file beside it.",
)
_DAMAGED = re.compile(r"file is not a database|database disk image is malformed|malformed database schema")
_OUTSIDE = (
    (re.compile(r"database is locked|lock timeout"), BUSY),
    (re.compile(r"disk is full|No space left"), FULL),
    (re.compile(r"unable to open database file|disk I/O error"), CLOSED),
    (re.compile(r"connection is closed|connection was closed"), UNREACHABLE),
)


def translated(context: ExceptionContext) -> OptimizeError | None:
    """The refusal that stands for a driver's error; None if it is nothing but a defect of ours."""
    message = str(context.original_exception)
    if isinstance(context.sqlalchemy_exception, IntegrityError):
        return _refused(message)
    if _DAMAGED.search(message):
        return Conflict(*DAMAGED)
    return next((Unavailable(*refusal) for pattern, refusal in _OUTSIDE if pattern.search(message)), None)


def _refused(message: str) -> OptimizeError | None:
    guard = _GUARD.search(message)
    if guard:
        return Conflict(guard["code"], guard["sentence"])
    if _DUPLICATE.search(message):
        return Conflict(EXISTS, "There is one already.")
    if _PART_OF.search(message):
        return Conflict("part_of_nothing", "It belongs to something that does not exist, or other things belong to it.")
    return None
