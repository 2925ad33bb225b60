"""The door behind a proxy that ends TLS."""

from collections.abc import Iterator

import pytest

from tests.api.served import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    given = {"behind_proxy": True, "hosts": "optimize.example.com"}
    with serving(tmp_path_factory.mktemp("proxy"), **given) as running:
        yield running


def test_behind_a_proxy_the_cookie_travels_encrypted_only(served: Served) -> None:
    link = served.ask(lambda o: o.use_cases.access.create_link()).secret
    outside = {"Host": "optimize.example.com", "Origin": "https://optimize.example.com"}
    with served.client(None) as client:
        answer = client.post("/api/session", json={"token": link}, headers=outside)
    assert answer.status_code == 200
    assert "secure" in answer.headers["set-cookie"].lower()
