"""The databases of the store's tests, for faults that several processes have to survive."""

from collections.abc import Iterator

import pytest

from tests.conformance.store.conftest import database, empty, migrated, postgres, templates
from tests.faults.fleet import Nursery

__all__ = ["database", "empty", "migrated", "postgres", "templates"]


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()
