"""The command line, as a person calls it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from optimize.api.server import taken_socket
from optimize.api.version import product_version
from optimize.cli.program import app

_RUN = [sys.executable, "-c", "from optimize.cli import main; main()"]
_SECONDS = 40


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_version() -> None:
    assert CliRunner().invoke(app, ["version"]).output.strip() == product_version()


def test_a_port_in_use_is_one_sentence_before_anything_is_built(here: Path) -> None:
    with taken_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(app, ["serve", "--port", str(port)])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Port {port} on 127.0.0.1 cannot be used")
    assert "`make run PORT=8100`" in result.stderr
    assert result.stderr.count("\n") == 1
    assert list(here.iterdir()) == []


def test_a_wrong_setting_is_one_sentence(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = CliRunner().invoke(app, ["serve", "--host", "0.0.0.0"])
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "--behind-proxy" in result.stderr
    monkeypatch.setenv("OPTIMIZE_PORT", "eighty")
    result = CliRunner().invoke(app, ["link"])
    assert (result.exit_code, result.stderr.startswith("OPTIMIZE_PORT")) == (1, True)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_service_from_start_to_end(here: Path, stop: signal.Signals) -> None:
    with taken_socket("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    env = {k: v for k, v in os.environ.items() if not k.startswith(("OPTIMIZE_", "OPENAI_"))}
    process = subprocess.Popen(
        [*_RUN, "serve", "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    try:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(4)]
        assert f"http://127.0.0.1:{port}" in said[0]
        [token] = re.findall(r"/signin#token=(\S+)", said[1])
        assert "offline:rules" in said[2]
        assert str(here / "data") in said[3]
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=_SECONDS, trust_env=False) as client:
            assert client.get("/healthz").json() == {"status": "ok", "version": product_version()}
            assert client.post("/api/session", json={"token": token}).json()["role"] == "admin"
            assert client.post("/api/session", json={"token": token}).json()["error"] == "bad_token"
            made = subprocess.run(
                [*_RUN, "token", "create", "--role", "viewer", "--name", "a script", "--days", "1"],
                capture_output=True,
                text=True,
                env=env,
                timeout=_SECONDS,
            )
            assert made.returncode == 0, made.stderr
            bearer = {"Authorization": f"Bearer {made.stdout.strip()}"}
            assert client.get("/api/session", headers=bearer).json()["role"] == "viewer"
    finally:
        process.send_signal(stop)
        _, errors = process.communicate(timeout=_SECONDS)
    assert "Traceback" not in errors
    assert process.returncode in (0, -stop)
