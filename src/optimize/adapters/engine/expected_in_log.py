"""What DBOS logs as trouble although we asked for it."""

import logging

from dbos import error

_INTERRUPTED = "Asyncio task cancelled"
_TAKEN = "outcome was not recorded"
_LEFT = "before DBOS was launched"
"""What a run that was cancelled and still waits to hear so is told when we have left: there is no DBOS any more."""


def unexpected(record: logging.LogRecord) -> bool:
    """A log filter: False for runs that were cancelled or interrupted on purpose, taken over by another process,
    or cut short because we left."""
    problem = record.exc_info[1] if record.exc_info else None
    if isinstance(problem, error.DBOSAwaitedWorkflowCancelledError):
        return False
    if isinstance(problem, error.DBOSException) and _LEFT in str(problem):
        return False
    told = record.getMessage()
    return not told.startswith(_INTERRUPTED) and _TAKEN not in told
