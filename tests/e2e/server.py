"""`optimize serve` as a process of its own, on a data folder of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

TOKEN = "an-admin-token-for-the-browser-tests"
AGENT = "invoice-exceptions"
PATIENCE = 60.0
"""Seconds that anything may take before a test gives up on it."""
_OURS = ("OPTIMIZE_", "OPENAI_")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """It can be killed and started again on the same folder and port."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ready_after = 0.0
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(_OURS)},
            "OPTIMIZE_DATA": str(data),
            "OPTIMIZE_ADMIN_TOKEN": TOKEN,
            **environment,
        }
        self._log = data.parent / f"server-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._client = httpx.Client(
            base_url=self.url, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=20, trust_env=False
        )

    def start(self) -> None:
        command = [str(Path(sys.executable).with_name("optimize")), "serve", "--port", str(self.port)]
        began = time.monotonic()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)
        while not self._healthy():
            if self._process.poll() is not None:
                raise RuntimeError(f"the server ended:\n{self._log.read_text()}")
            if time.monotonic() - began > PATIENCE:
                raise RuntimeError(f"the server did not become ready:\n{self._log.read_text()}")
            time.sleep(0.05)
        self.ready_after = time.monotonic() - began

    def kill(self) -> None:
        """SIGKILL: nothing is said goodbye to."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        self._client.close()
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=20)

    def answer(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """What a request as the admin is answered with, a refusal included."""
        return self._client.request(method, path, **arguments)

    def api(self, method: str, path: str, **arguments: Any) -> Any:
        """The body of the answer to a request that must succeed."""
        answer = self.answer(method, path, **arguments)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def thread(self, agent: str = AGENT) -> str:
        return str(self.api("POST", f"/api/agents/{agent}/threads", json={})["id"])

    def events(self, thread: str) -> list[dict[str, Any]]:
        """Everything that the thread's log holds."""
        events: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            page = self.api("GET", f"/api/chat/{thread}/events", params={"after": after})
            events += page["items"]
            after = page["next"]
        return events

    def tests(self, state: str | None = None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.api(
            "GET", f"/api/agents/{AGENT}/tests", params={"state": state} if state else {}
        )["items"]
        return found

    def draft(self, **body: Any) -> str:
        return str(self.api("POST", f"/api/agents/{AGENT}/tests", json=body)["id"])

    def accepted(self, **body: Any) -> str:
        test = self.draft(**body)
        self.api("POST", f"/api/tests/{test}/accept")
        return test

    def activate(self, label: str) -> None:
        """Makes the version of the sample agent with this label the live one."""
        versions = self.api("GET", f"/api/agents/{AGENT}")["versions"]
        number = next(version["number"] for version in versions if version["label"] == label)
        body = {"version": str(number), "reason": f"to see what {label} does"}
        self.api("POST", f"/api/agents/{AGENT}/activate", json=body)

    def start_run_all(self) -> str:
        return str(self.api("POST", f"/api/agents/{AGENT}/batches", json={"kind": "run_all"})["id"])

    def batch(self, batch: str) -> dict[str, Any]:
        view: dict[str, Any] = self.api("GET", f"/api/batches/{batch}")
        return view

    def finished(self, batch: str) -> dict[str, Any]:
        """The batch, once it is over."""
        began = time.monotonic()
        while (view := self.batch(batch))["state"] not in ("finished", "cancelled"):
            assert time.monotonic() - began < PATIENCE, f"{batch} is still {view['state']}: {view['counts']}"
            time.sleep(0.1)
        return view

    def newest_batch(self) -> dict[str, Any]:
        view: dict[str, Any] = self.api("GET", f"/api/agents/{AGENT}/batches", params={"limit": 1})["items"][0]
        return view

    def runs(self, batch: str, agent: str = AGENT) -> list[dict[str, Any]]:
        """Every run of a batch."""
        runs: list[dict[str, Any]] = []
        asked: dict[str, Any] = {"batch": batch, "limit": 100}
        while True:
            page = self.api("GET", f"/api/agents/{agent}/runs", params=asked)
            runs += page["items"]
            if page["next"] is None:
                return runs
            asked["cursor"] = page["next"]

    def _healthy(self) -> bool:
        try:
            return self._client.get("/healthz", timeout=1).is_success
        except httpx.HTTPError:
            return False
