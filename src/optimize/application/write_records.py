"""The record of a write that really left."""

from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from optimize.application.records import Record

WriteState = Literal["sent", "executed", "failed", "unknown"]


class RealWriteRecord(Record):
    """A write that really left, on record before it did. `call` is its number in the transcript of its attempt.

    `sent` and nothing more: whether it took effect is not known.
    """

    run: str
    attempt: int
    call: int
    tool: str
    arguments: dict[str, JsonValue]
    state: WriteState = "sent"
    at: datetime
