"""Another process holds the database's write lock for a while (fault 8): everybody waits, and nothing is lost."""

import asyncio
import sqlite3
from pathlib import Path
from time import monotonic, sleep

from tests.fakes.planned import body
from tests.fakes.until import until
from tests.faults.judging import agrees
from tests.faults.reporting import report
from tests.faults.served import JUDGED, served, states
from tests.standins.openai_wire import Step

HELD_SECONDS = 10.0


def taken(holder: sqlite3.Connection) -> None:
    """The lock, in one of the short moments between two writers."""
    while not holder.in_transaction:
        try:
            holder.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            sleep(0.0002)


async def test_a_lock_held_by_another_process_is_waited_for(tmp_path: Path) -> None:
    async with served(tmp_path, agrees) as there:
        holder = sqlite3.connect(tmp_path / "optimize.db", timeout=0, isolation_level=None, check_same_thread=False)
        there.wire.otherwise = lambda: Step(delay=0.05)  # most runs are still to come when the lock is taken
        running = asyncio.create_task(there.run(body(criteria=JUDGED, runs=200)))
        await until(there.has_called)
        await asyncio.to_thread(taken, holder)
        assert not running.done()
        began = monotonic()
        await asyncio.sleep(HELD_SECONDS)
        assert not running.done()
        holder.execute("COMMIT")
        holder.close()
        assert states(await running) == {"finished": 200}
        report(f"the lock was held for {HELD_SECONDS:.0f} s; everything was done {monotonic() - began:.1f} s after")
