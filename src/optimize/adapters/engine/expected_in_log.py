"""What DBOS logs as trouble although we asked for it."""

import logging

from dbos import error

_INTERRUPTED = "Asyncio task cancelled"
_TAKEN = "outcome was not recorded"


def unexpected(record: logging.LogRecord) -> bool:
    """A log filter: False for runs that were cancelled or interrupted on purpose, or taken over by another process."""
    if record.exc_info and isinstance(record.exc_info[1], error.DBOSAwaitedWorkflowCancelledError):
        return False
    told = record.getMessage()
    return not told.startswith(_INTERRUPTED) and _TAKEN not in told
