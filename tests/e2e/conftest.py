"""The real server as a process of its own, and the real page in Chromium."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import BrowserContext

from tests.e2e.server import PATIENCE, Server, free_port

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")
WIRE = Path(__file__).parents[1] / "standins" / "openai_wire.py"
LOST_LINE = ("net::ERR_", "WebSocket connection")
"""What Chromium itself says of a server that is away."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = os.environ.get("OPTIMIZE_TEST_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "no Chromium: install it (Debian: apt-get install chromium) or set OPTIMIZE_TEST_BROWSER"
    return {**browser_type_launch_args, "executable_path": found, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def base_url() -> None:
    """In place of the plugin's own, whose form pytest has deprecated; each server has its own address."""


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that look only at what they made themselves."""
    server = Server(tmp_path_factory.mktemp("shared") / "data", OPTIMIZE_OFFLINE_PACE="0.03")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, which writes as slowly as a model does."""
    server = Server(tmp_path / "data", OPTIMIZE_OFFLINE_PACE="0.01")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Server]:
    """It writes twenty words a second, so that an answer has a middle."""
    server = Server(tmp_path / "data", OPTIMIZE_OFFLINE_PACE="0.05")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def wire() -> Iterator[str]:
    """The address of a server that speaks the OpenAI wire."""
    port = free_port()
    root = WIRE.parents[2]
    command = [sys.executable, str(WIRE), "--port", str(port)]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"})
    address = f"http://127.0.0.1:{port}/v1"
    began = time.monotonic()
    while not _answers(f"{address}/models"):
        assert process.poll() is None
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.1)
    yield address
    process.terminate()
    process.wait(timeout=20)


def _answers(address: str) -> bool:
    try:
        return httpx.get(address, timeout=1, trust_env=False).is_success
    except httpx.HTTPError:
        return False


@pytest.fixture
def refusals() -> set[int]:
    """Statuses that the test means to be refused with: Chromium logs them as errors, whatever the page makes of it."""
    return set()


@pytest.fixture(autouse=True)
def console(request: pytest.FixtureRequest, refusals: set[int]) -> Iterator[None]:
    """A test with a page fails on any error in the console, refusals of the content policy included."""
    if "page" not in request.fixturenames and "context" not in request.fixturenames:
        yield
        return
    context: BrowserContext = request.getfixturevalue("context")
    errors: list[str] = []
    context.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    context.on("weberror", lambda error: errors.append(str(error.error)))
    yield
    known = (*LOST_LINE, *(f"status of {status} " for status in refusals))
    assert [error for error in errors if not any(part in error for part in known)] == []
