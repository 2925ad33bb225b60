"""A page of runs, with or without those that were cancelled: a large batch that was cancelled hides all the others."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from optimize.application.records import RunRecord

_MOST_AT_ONCE = 2_000

Older = Callable[[str | None, int], Awaitable[list[RunRecord]]]
"""So many runs, newest first, that are older than the one with this id."""


class Listed(NamedTuple):
    runs: list[RunRecord]
    cancelled: int
    """How many cancelled runs lie on this stretch of the list, shown or not."""
    more: bool


async def listed(older: Older, *, cursor: str | None, limit: int, cancelled: bool) -> Listed:
    """The next `limit` runs after `cursor`; without `cancelled`, those are passed over and counted."""
    kept: list[RunRecord] = []
    met = met_before_last = 0
    before, part = cursor, limit + 1
    while True:
        found = await older(before, part)
        for run in found:
            out = run.state == "cancelled"
            if len(kept) == limit and (cancelled or not out):
                return Listed(kept, met_before_last, more=True)
            met += out
            if cancelled or not out:
                kept.append(run)
                met_before_last = met
        if len(found) < part:
            return Listed(kept, met, more=False)
        before, part = found[-1].id, min(4 * part, _MOST_AT_ONCE)
