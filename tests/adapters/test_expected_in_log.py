"""What DBOS logs as trouble: what we asked for is left out, and everything else is kept."""

import logging

import pytest
from dbos import error

from optimize.adapters.engine.expected_in_log import unexpected


def record(message: str, problem: Exception | None = None) -> logging.LogRecord:
    info = (type(problem), problem, None) if problem else None
    return logging.LogRecord("dbos", logging.ERROR, "here", 1, message, (), info)


@pytest.mark.parametrize(
    "expected",
    [
        record("Asyncio task cancelled for run-1"),
        record("The outcome was not recorded: another process has it"),
        record("Exception", error.DBOSAwaitedWorkflowCancelledError("run-1")),
        record("Exception", error.DBOSException("System database accessed before DBOS was launched")),
    ],
)
def test_what_comes_of_a_cancel_or_of_leaving_is_no_news(expected: logging.LogRecord) -> None:
    assert not unexpected(expected)


@pytest.mark.parametrize(
    "news",
    [
        record("Exception", error.DBOSException("the database is gone")),
        record("Exception", ValueError("before DBOS was launched")),
        record("Exception encountered in asynchronous workflow:"),
    ],
)
def test_everything_else_is(news: logging.LogRecord) -> None:
    assert unexpected(news)
