"""The served product that the tests of one module share: only one engine can run in a process at a time."""

from collections.abc import Iterator

import httpx
import pytest

from tests.api.served import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture
def admin(served: Served) -> Iterator[httpx.Client]:
    with served.client() as client:
        yield client
