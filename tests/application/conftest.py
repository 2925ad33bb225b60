"""The world of the use cases, made anew for every test."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from optimize.adapters.store.migrate import migrate
from optimize.adapters.store.store import open_store
from tests.fakes.world import World


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy."""
    path = tmp_path_factory.mktemp("empty") / "optimize.db"
    asyncio.run(migrate(f"sqlite:///{path}"))
    return path


@pytest.fixture
async def world(empty_database: Path, tmp_path: Path) -> AsyncIterator[World]:
    """The sample agent is registered, and nothing else has happened."""
    mine = tmp_path / "optimize.db"
    shutil.copy(empty_database, mine)
    store = open_store(f"sqlite:///{mine}")
    world = World(store)
    await world.begin()
    yield world
    await store.close()
