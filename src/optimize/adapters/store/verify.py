"""Does the database still say what was recorded? Looks, and changes nothing."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict
from sqlalchemy import URL, Connection, RowMapping, Select, func, select

from optimize.adapters.store import tables
from optimize.adapters.store.columns import metadata
from optimize.adapters.store.connections import database_url
from optimize.adapters.store.migrate import check
from optimize.adapters.store.store import open_store
from optimize.application.ports.store import Transaction
from optimize.domain.agent_definition import version_hash
from optimize.domain.errors import Conflict, OptimizeError, Unavailable

_OPEN: Final = ("planned", "running", "judging")
_SHOWN: Final = 5


class Verified(BaseModel):
    """`rows` by table. `audit_head` is the hash of the newest line of the audit log: an anchor to keep elsewhere."""

    model_config = ConfigDict(frozen=True)

    problems: tuple[str, ...]
    rows: dict[str, int] = {}
    audit_head: str = ""


async def verified(url: str) -> Verified:
    """All that is wrong, each in one sentence. Raises Unavailable if there is no database to look at."""
    _require_file(database_url(url))
    store = open_store(url)
    try:
        async with store.reading() as tx:
            return await _looked_at(tx)
    except Conflict as error:
        return Verified(problems=(error.detail,))
    finally:
        await store.close()


def _require_file(address: URL) -> None:
    """To look at a SQLite database must not make one."""
    if address.get_backend_name() == "sqlite" and not Path(str(address.database)).is_file():
        raise Unavailable("no_database", f"There is no database at {address.database}.")


async def _looked_at(tx: Transaction) -> Verified:
    damage = await tx.connection.run_sync(_damage)
    if damage:
        return Verified(problems=tuple(damage))
    problems = [sentence for look in _LOOKS async for sentence in look(tx)]
    newest = await tx.audit.list(limit=1)
    return Verified(problems=tuple(problems), rows=await _rows(tx), audit_head=newest[0].hash if newest else "none")


def _damage(connection: Connection) -> list[str]:
    """What is so wrong that nothing else can be trusted: the file, the tables, the guards."""
    found = list(_damaged_file(connection)) if connection.dialect.name == "sqlite" else []
    try:
        check(connection)
    except OptimizeError as error:
        found.append(error.detail)
    return found


def _damaged_file(connection: Connection) -> list[str]:
    said = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
    found = [] if said == ["ok"] else [f"The database file is damaged: {'; '.join(said[:_SHOWN])}."]
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        found.append("The database has rows that belong to nothing.")
    return found


async def _audit(tx: Transaction) -> AsyncIterator[str]:
    broken = await tx.audit.broken_at()
    if broken is not None:
        yield f"The audit log does not fit together at line {broken}: it was changed there."


async def _accepted_tests(tx: Transaction) -> AsyncIterator[str]:
    """The content of each accepted test is what the audit log recorded when it was accepted."""
    line = tables.audit.c
    accepts = select(line.object, line.after).where(line.action == "accept")
    recorded = {row["object"]: row["after"] for row in await _all(tx, accepts)}
    standing = set()
    for row in await _all(tx, select(tables.test.c.id).where(tables.test.c.state != "draft")):
        standing.add(row["id"])
        async for sentence in _as_recorded(tx, row["id"], recorded.get(row["id"])):
            yield sentence
    for gone in sorted(recorded.keys() - standing):
        yield f"Test {gone} was accepted, but it is not there any more."


async def _as_recorded(tx: Transaction, test_id: str, recorded: str | None) -> AsyncIterator[str]:
    try:
        record = await tx.tests.get(test_id)
    except ValueError:
        yield f"Test {test_id} cannot be read any more: its content was changed."
        return
    if record is None or recorded is None:
        yield f"Test {test_id} stands as accepted, but the audit log does not say that it was."
    elif record.test.content_hash != recorded:
        yield f"Test {test_id} (“{record.test.name}”) is not what was accepted: its content was changed."


async def _agent_versions(tx: Transaction) -> AsyncIterator[str]:
    """Each version is known by the hash of its definition."""
    for row in await _all(tx, select(tables.agent_version.c.id)):
        try:
            version = await tx.agents.version(row["id"])
            sound = version is not None and version_hash(version.definition) == row["id"]
        except ValueError:
            sound = False
        if not sound:
            yield f"Agent version {row['id']} is not what it was: its definition was changed."


async def _runs(tx: Transaction) -> AsyncIterator[str]:
    """Every finished run has one verdict for each criterion, and a batch that is over has no open run."""
    run, batch, verdict = tables.run.c, tables.batch.c, tables.verdict.c
    left = select(run.batch, func.count().label("runs")).join_from(tables.run, tables.batch)
    over = left.where(batch.state.in_(("finished", "cancelled")), run.state.in_(_OPEN)).group_by(run.batch)
    for row in await _all(tx, over):
        yield f"Batch {row['batch']} is over, but {row['runs']} of its runs are not."
    counted = select(run.batch, run.test, run.id, func.count(verdict.criterion).label("verdicts"))
    finished = counted.join_from(tables.run, tables.verdict, isouter=True).where(run.state == "finished")
    wanted = await _criteria(tx)
    for row in await _all(tx, finished.group_by(run.batch, run.test, run.id)):
        if row["verdicts"] != wanted.get((row["batch"], row["test"])):
            yield f"Run {row['id']} is finished with {row['verdicts']} verdicts, which is not one for each criterion."


async def _criteria(tx: Transaction) -> dict[tuple[str, str], int]:
    """Criteria of each test as it stood in its batch."""
    planned = tables.batch_test.c
    rows = await _all(tx, select(planned.batch, planned.test, planned.body))
    return {(row["batch"], row["test"]): len(row["body"].criteria) for row in rows}


async def _rows(tx: Transaction) -> dict[str, int]:
    counts = {}
    for table in metadata.sorted_tables:
        [row] = await _all(tx, select(func.count().label("rows")).select_from(table))
        counts[table.name] = int(row["rows"])
    return counts


async def _all(tx: Transaction, statement: Select[Any]) -> list[RowMapping]:
    return list((await tx.connection.execute(statement)).mappings())


_LOOKS: Final[tuple[Callable[[Transaction], AsyncIterator[str]], ...]] = (
    _audit,
    _accepted_tests,
    _agent_versions,
    _runs,
)
