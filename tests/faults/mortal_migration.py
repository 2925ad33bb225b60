"""Migrations that die on the way.

`python mortal_migration.py` reads lines `n file`: a process of its own brings that SQLite file up to date, and SIGKILLs
itself before its n-th statement or commit. It answers with the exit status, and how many there were if it lived.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from functools import partial

from sqlalchemy import Engine, event

from optimize.adapters.store.migrate import migrate


class Death:
    def __init__(self, at: int) -> None:
        self._at = at
        self.passed = 0

    def near(self, *_: object) -> None:
        self.passed += 1
        if self.passed == self._at:
            os.kill(os.getpid(), signal.SIGKILL)


def in_a_process_of_its_own(act: Callable[[], int]) -> tuple[int, int]:
    """The exit status, and what it answered."""
    answers, answer = os.pipe()
    process = os.fork()
    if process == 0:
        os.write(answer, str(act()).encode())
        os._exit(0)
    os.close(answer)
    _, status = os.waitpid(process, 0)
    said = os.read(answers, 100)
    os.close(answers)
    return os.waitstatus_to_exitcode(status), int(said or b"0")


def migrated(file: str, death: Death) -> int:
    event.listen(Engine, "before_cursor_execute", death.near)
    event.listen(Engine, "commit", death.near)
    asyncio.run(migrate(f"sqlite:///{file}"))
    return death.passed


def main() -> None:
    for line in sys.stdin:
        at, file = line.split(maxsplit=1)
        status, passed = in_a_process_of_its_own(partial(migrated, file.strip(), Death(int(at))))
        sys.stdout.write(f"{status} {passed}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
