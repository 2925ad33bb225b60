"""The served product that the tests of this folder share."""

from collections.abc import Iterator

import httpx
import pytest

from tests.api.served import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture
def admin(served: Served) -> Iterator[httpx.Client]:
    with served.client() as client:
        yield client
