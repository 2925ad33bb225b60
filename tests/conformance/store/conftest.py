"""A migrated store per test, on every database that this machine has."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from optimize.adapters.store.columns import metadata
from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.store import SqlStore, open_store
from tests.conformance.store.world import World

_TOOLS = {name: shutil.which(name) for name in ("initdb", "pg_ctl", "postgres")}


def _no_postgres() -> str | None:
    """Why there is no PostgreSQL to test on."""
    if missing := [name for name, found in _TOOLS.items() if found is None]:
        return f"{', '.join(missing)} not found"
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        return "it refuses to run as root, and there is no runuser"
    return None


DATABASES = ["sqlite"] if _no_postgres() else ["sqlite", "postgresql"]


def pytest_report_header() -> str:
    reason = _no_postgres()
    return f"store: {', '.join(DATABASES)}" + (f" (no postgresql: {reason})" if reason else "")


def _as_somebody(*command: str | Path) -> None:
    """Run as an ordinary user, for PostgreSQL does not run as root."""
    prefix = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
    subprocess.run([*prefix, *map(str, command)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a cluster of its own, without the name of a database."""
    folder = Path(tempfile.mkdtemp(prefix="optimize-pg-"))
    folder.chmod(0o777)
    data = folder / "data"
    _as_somebody(_TOOLS["initdb"] or "", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")
    options = f"-k {folder} -c listen_addresses='' -F"
    _as_somebody(_TOOLS["pg_ctl"] or "", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
    yield f"postgresql+asyncpg://postgres@/{{name}}?host={folder}"
    _as_somebody(_TOOLS["pg_ctl"] or "", "-D", data, "-m", "immediate", "stop")
    shutil.rmtree(folder)


async def _create_database(cluster: str) -> str:
    name = f"t{uuid4().hex}"
    engine = create_async_engine(cluster.format(name="postgres"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.exec_driver_sql(f"CREATE DATABASE {name}")
    await engine.dispose()
    return cluster.format(name=name)


async def _emptied(address: str) -> str:
    """The same database without its rows: far cheaper than a new one. Only a superuser gets past the guards so."""
    engine = create_async_engine(address)
    names = ", ".join(f'"{table.name}"' for table in metadata.sorted_tables)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("SET session_replication_role = replica")
        await connection.exec_driver_sql(f"TRUNCATE {names} RESTART IDENTITY")
    await engine.dispose()
    return address


@pytest.fixture(scope="session")
def templates() -> dict[str, str]:
    """A migrated database of each kind, made when first asked for: its file to copy, its address to empty."""
    return {}


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def empty(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database."""
    if database == "sqlite":
        return f"sqlite:///{tmp_path / 'optimize.db'}"
    return await _create_database(request.getfixturevalue("postgres"))


@pytest.fixture
async def migrated(
    database: str,
    templates: dict[str, str],
    request: pytest.FixtureRequest,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """The address of a migrated database without rows."""
    if database == "sqlite":
        return await _sqlite(templates, tmp_path, tmp_path_factory)
    if database not in templates:
        templates[database] = await _create_database(request.getfixturevalue("postgres"))
        await migrate(templates[database])
    return await _emptied(templates[database])


async def _sqlite(templates: dict[str, str], folder: Path, factory: pytest.TempPathFactory) -> str:
    if "sqlite" not in templates:
        templates["sqlite"] = str(factory.mktemp("template") / "optimize.db")
        await migrate(f"sqlite:///{templates['sqlite']}")
    return f"sqlite:///{shutil.copy(templates['sqlite'], folder)}"


@asynccontextmanager
async def _opened(address: str) -> AsyncIterator[SqlStore]:
    store = open_store(address)
    yield store
    await store.close()


@pytest.fixture
async def store(migrated: str) -> AsyncIterator[SqlStore]:
    async with _opened(migrated) as opened:
        yield opened


@pytest.fixture
async def sqlite_store(
    templates: dict[str, str], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[SqlStore]:
    """For what only SQLite has."""
    async with _opened(await _sqlite(templates, tmp_path, tmp_path_factory)) as opened:
        yield opened


@pytest.fixture
async def world(store: SqlStore) -> World:
    """A store with one agent and its first version."""
    world = World(store)
    await world.begin()
    return world
