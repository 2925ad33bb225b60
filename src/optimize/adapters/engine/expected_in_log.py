"""What DBOS logs as trouble although we asked for it."""

import logging

from dbos import error

_INTERRUPTED = "Asyncio task cancelled"


def unexpected(record: logging.LogRecord) -> bool:
    """A log filter: False for runs that were cancelled or interrupted on purpose."""
    if record.exc_info and isinstance(record.exc_info[1], error.DBOSAwaitedWorkflowCancelledError):
        return False
    return not record.getMessage().startswith(_INTERRUPTED)
