"""The static page: built or not, cached as it should be, and nothing outside of it."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from optimize.api.page import page


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + "the page " * 200)
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "assets" / "app-1.js").write_text("go()")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


@pytest.fixture
def client(dist: Path) -> TestClient:
    return TestClient(page(dist), base_url="http://127.0.0.1", raise_server_exceptions=False)


@pytest.mark.parametrize("path", ["/", "/signin", "/agents/invoice-exceptions/tests", "/index.html"])
def test_every_address_of_the_page_is_the_page(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "the page" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-encoding"] == "gzip"


def test_assets_are_kept_for_ever(client: TestClient) -> None:
    answer = client.get("/assets/app-1.js")
    assert (answer.text, answer.headers["cache-control"]) == ("go()", "public, max-age=31536000, immutable")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert client.get("/favicon.svg").headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize("path", ["/assets/../../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/%2e%2e/secret.txt"])
def test_nothing_outside_is_shown(client: TestClient, path: str) -> None:
    assert "secret" not in client.get(path).text


def test_before_it_is_built_one_sentence_says_so(tmp_path: Path) -> None:
    client = TestClient(page(tmp_path / "nothing"))
    answer = client.get("/")
    assert "The page is not built: run make web" in answer.text
    assert answer.headers["content-type"].startswith("text/html")
