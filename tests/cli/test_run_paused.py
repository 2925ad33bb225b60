"""`optimize run` while its endpoint asks to be left alone for a day: it says so, and is still in command."""

import asyncio
import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from optimize.application.views import BatchView
from optimize.running import connect
from optimize.settings import load_settings
from tests.cli.conftest import Optimize

Accept = Callable[..., list[str]]
DESK = {"name": "waiting", "model": {"ref": "openai:small"}}
GREETS = {"name": "greets", "criteria": [{"kind": "answerContains", "texts": ["Hello"]}], "runs": 5}
PATIENCE, SOON = 60.0, 15.0


class Endpoint(ThreadingHTTPServer):
    """Wants to be left alone until it is `open`."""

    daemon_threads = True
    open = False


class Answering(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        message = {"role": "assistant", "content": "Hello"}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        said = json.dumps({"model": "small", "choices": [choice]} if self.server.open else {"error": {}}).encode()
        self.send_response(200 if self.server.open else 429)
        if not self.server.open:
            self.send_header("Retry-After", "86400")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture
def endpoint(
    register: Callable[[dict[str, Any]], None], accept: Accept, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Endpoint]:
    server = Endpoint(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    register(DESK)
    accept(GREETS, agent="waiting")
    yield server
    server.shutdown()
    server.server_close()


def stopped_while_paused(number: signal.Signals) -> tuple[int, str, float]:
    """Exit status, what it had said before, and how many seconds it took to stop."""
    command = [sys.executable, "-c", "from optimize.cli import main; main()", "run", "waiting"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        overdue = threading.Timer(PATIENCE, process.kill)
        overdue.start()
        said = ""
        while "Paused until" not in said and (line := process.stderr.readline()):
            said += line
        overdue.cancel()
        began = time.monotonic()
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)
        return process.returncode, said, time.monotonic() - began


def newest() -> BatchView:
    """As a process sees it that does not carry it."""

    async def look() -> BatchView:
        running = await connect(load_settings())
        try:
            return (await running.use_cases.history.batches("waiting", limit=1))[0]
        finally:
            await running.stop()

    return asyncio.run(look())


@pytest.mark.usefixtures("endpoint")
def test_it_says_that_it_waits_and_is_cancelled_within_seconds() -> None:
    code, said, took = stopped_while_paused(signal.SIGTERM)
    assert ": 127.0.0.1" in said
    assert "asks to be left alone." in said
    assert code == 2
    assert took < SOON
    batch = newest()
    assert (batch.state, batch.counts.cancelled, batch.paused) == ("cancelled", 5, None)


def test_killed_its_batch_is_shown_as_paused_and_taken_up_by_the_next(endpoint: Endpoint, optimize: Optimize) -> None:
    assert stopped_while_paused(signal.SIGKILL)[0] == -signal.SIGKILL
    batch = newest()
    assert (batch.state, batch.counts.done, batch.paused is not None) == ("running", 0, True)
    endpoint.open = True
    assert optimize("run", "waiting").exit_code == 0
    again = optimize("verify")
    assert again.exit_code == 0, again.stderr

    async def look() -> tuple[BatchView, set[int]]:
        running = await connect(load_settings())
        try:
            history = running.use_cases.history
            runs = (await history.runs("waiting", batch=batch.id)).items
            return await history.batch(batch.id), {run.attempts for run in runs}
        finally:
            await running.stop()

    view, attempts = asyncio.run(look())
    assert (view.state, view.counts.passed, view.paused, attempts) == ("finished", 5, None, {2})
