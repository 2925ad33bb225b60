"""The whole service on a free port, in a thread of its own: real store, engine, models (offline) and assistant."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx
from uvicorn.lifespan.on import LifespanOn
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from optimize.api.app import create_app
from optimize.api.server import server, taken_socket
from optimize.assistant.protocol import SUBPROTOCOL
from optimize.bootstrap import Optimize, build
from optimize.domain.actor import Role
from optimize.settings import load_settings

T = TypeVar("T")

ADMIN = "admin-token-of-the-tests"
AGENT = "invoice-exceptions"
OWN_PAGE = {"X-Requested-With": "optimize", "Sec-Fetch-Site": "same-origin"}
_SECONDS = 20.0


@dataclass
class Served:
    port: int
    optimize: Optimize
    loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, question: Callable[[Optimize], Awaitable[T]]) -> T:
        """An answer from inside the service."""

        async def answered() -> T:
            return await question(self.optimize)

        return asyncio.run_coroutine_threadsafe(answered(), self.loop).result(_SECONDS)

    def client(self, token: str | None = ADMIN, **headers: str) -> httpx.Client:
        given = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=given | headers, timeout=_SECONDS, trust_env=False)

    def token(self, role: Role) -> str:
        return self.ask(lambda o: o.use_cases.access.create_token(f"a {role}", role)).secret

    def session(self) -> str:
        """A cookie, as a person gets it from a sign-in link."""
        link = self.ask(lambda o: o.use_cases.access.create_link()).secret
        with self.client(None) as client:
            answer = client.post("/api/session", json={"token": link})
        assert answer.status_code == 200, answer.text
        return answer.cookies["optimize_session"]

    def thread(self) -> str:
        with self.client() as client:
            return str(client.post(f"/api/agents/{AGENT}/threads", json={}).json()["id"])

    def socket(
        self,
        thread: str,
        *,
        after: int = 0,
        origin: str | None = None,
        query: str = "",
        headers: dict[str, str] | None = None,
    ) -> ClientConnection:
        return connect(
            f"ws://127.0.0.1:{self.port}/api/chat/{thread}/socket?after={after}{query}",
            additional_headers={"Authorization": f"Bearer {ADMIN}"} if headers is None else headers,
            origin=Origin(origin) if origin else None,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            open_timeout=_SECONDS,
            proxy=None,
        )


def heard(socket: ClientConnection) -> dict[str, Any]:
    """The next frame, as JSON."""
    frame: dict[str, Any] = json.loads(socket.recv(timeout=_SECONDS))
    return frame


def heard_until(socket: ClientConnection, last: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    """Frames up to and including the one that `last` is true of."""
    frames = [heard(socket)]
    while not last(frames[-1]):
        frames.append(heard(socket))
    return frames


def ends_turn(frame: dict[str, Any]) -> bool:
    return bool(frame.get("event", {}).get("type") in ("RUN_FINISHED", "RUN_ERROR"))


@contextmanager
def serving(data: Path, **given: Any) -> Iterator[Served]:
    listener = taken_socket("127.0.0.1", 0)
    port: int = listener.getsockname()[1]
    settings = load_settings(data=data, port=port, admin_token=ADMIN, web_dist=data / "no-page", **given)
    ready: list[Served] = []
    failed: list[BaseException] = []
    up = threading.Event()
    stopping: list[Callable[[], None]] = []

    async def serve() -> None:
        optimize = await build(settings)
        try:
            await optimize.start()
        except BaseException:
            await optimize.stop()
            raise
        running = server(create_app(settings, optimize), settings)
        stopping.append(lambda: setattr(running, "should_exit", True))
        ready.append(Served(port, optimize, asyncio.get_running_loop()))
        up.set()
        await running.serve([listener])
        assert isinstance(running.lifespan, LifespanOn)
        assert not running.lifespan.shutdown_failed, "the product did not stop properly: see the server's log"

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:
            failed.append(error)
            up.set()

    thread = threading.Thread(target=run)
    thread.start()
    assert up.wait(60)
    try:
        if failed:
            raise failed[0]
        yield ready[0]
    finally:
        for stop in stopping:
            stop()
        thread.join(30)
        listener.close()
        assert not thread.is_alive()
    if failed:
        raise failed[0]
