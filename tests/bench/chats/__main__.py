"""Many chats at once, each over its own websocket, against a local endpoint that speaks the OpenAI wire.

`python -m tests.bench.chats [--chats 1 20 200] [--rounds 3] [--latency 0.3]` prints, for each number of chats, how long
a person waits for the first word, beside what the bare client library needs for the same at the same load; and the
memory of the server without sockets, with idle ones, and with all of them talking. All chats speak at the same moment.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

import httpx
from websockets.asyncio.client import ClientConnection

from tests.bench.chats.talking import Chat, Waited, bare, bare_client, opened
from tests.e2e.server import TOKEN, Server, free_port
from tests.fakes.until import until

ROOT = Path(__file__).parents[3]
SOCKETS_PER_SESSION = 5


class Measured(Server):
    def memory(self) -> float:
        """Resident memory of the process, in MB."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def cpu(self) -> float:
        """Seconds that the process has worked."""
        assert self._process is not None
        *_, fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def session(self) -> str:
        return str(self.answer("POST", "/api/session", json={"token": TOKEN}).cookies["optimize_session"])


class Endpoint:
    def __init__(self, port: int) -> None:
        self._root = f"http://127.0.0.1:{port}"
        self.url = f"{self._root}/v1"

    async def answers(self) -> bool:
        try:
            async with httpx.AsyncClient(trust_env=False) as client:
                return (await client.get(f"{self.url}/models")).is_success
        except httpx.HTTPError:
            return False

    async def wait_before(self, requests: int, latency: float) -> None:
        """So many requests are answered only after a while."""
        async with httpx.AsyncClient(trust_env=False) as client:
            (await client.post(f"{self._root}/control", json=[{"delay": latency}] * requests)).raise_for_status()


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    port = free_port()
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "tests.bench.chats.endpoint", str(port)]
    process = subprocess.Popen(command, env=environment, cwd=ROOT)
    try:
        yield Endpoint(port)
    finally:
        process.terminate()
        process.wait()


@contextmanager
def product(folder: Path, model: str, chats: int) -> Iterator[Measured]:
    server = Measured(
        folder / "data",
        OPTIMIZE_MODEL="openai:bench",
        OPENAI_BASE_URL=model,
        OPENAI_API_KEY="none",
        OPTIMIZE_MODEL_CONCURRENCY=str(max(chats, 16)),
    )
    server.start()
    try:
        yield server
    finally:
        server.stop()


async def rounds(
    asks: Sequence[Callable[[], Awaitable[Waited]]], count: int, there: Endpoint, latency: float
) -> list[Waited]:
    """All ask at once, `count` times."""
    waited: list[Waited] = []
    for _ in range(count):
        await there.wait_before(len(asks), latency)
        waited += await asyncio.gather(*(ask() for ask in asks))
    return waited


def line(name: str, seconds: list[float]) -> str:
    p95 = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return f"{name} median {1000 * median(seconds):.0f} ms, p95 {1000 * p95:.0f} ms"


async def measure(chats: list[int], count: int, latency: float) -> None:
    with tempfile.TemporaryDirectory() as folder, endpoint() as there:
        await until(there.answers)
        with product(Path(folder), there.url, max(chats)) as server:
            model = bare_client(there.url)
            [first] = await _connected(server, 1)
            await rounds([Chat(first).ask, lambda: bare(model)], 2, there, 0)  # what is loaded at first use
            await first.close()
            empty = server.memory()
            sockets = await _connected(server, max(chats))
            idle = server.memory()
            for number in chats:
                alone = await rounds([lambda: bare(model)] * number, count, there, latency)
                cpu = server.cpu()
                ours = await rounds([Chat(socket).ask for socket in sockets[:number]], count, there, latency)
                _tell(number, alone, ours, (server.cpu() - cpu) / len(ours))
            _tell_memory(empty, idle, server.memory(), len(sockets))
            await asyncio.gather(*(socket.close() for socket in sockets))


async def _connected(server: Measured, number: int) -> list[ClientConnection]:
    sockets: list[ClientConnection] = []
    for at in range(number):
        if at % SOCKETS_PER_SESSION == 0:
            session = await asyncio.to_thread(server.session)
        thread = await asyncio.to_thread(server.thread)
        sockets.append(await opened(server, thread, session))
    return sockets


def _tell(number: int, alone: list[Waited], ours: list[Waited], cpu: float) -> None:
    sys.stdout.write(f"{number} chats at once, {len(ours)} answers, {1000 * cpu:.0f} ms of CPU each in the server\n")
    for what in ("first_word", "whole"):
        bare_seconds = [getattr(waited, what) for waited in alone]
        our_seconds = [getattr(waited, what) for waited in ours]
        ratio = median(our_seconds) / median(bare_seconds)
        more = 1000 * (median(our_seconds) - median(bare_seconds))
        sys.stdout.write(
            f"  {what.replace('_', ' ')}: {line('bare', bare_seconds)}; {line('ours', our_seconds)}: "
            f"{ratio:.2f} x, {more:.0f} ms more, at the median\n"
        )


def _tell_memory(empty: float, idle: float, talked: float, sockets: int) -> None:
    sys.stdout.write(
        f"memory: {empty:.0f} MB without sockets, {idle:.0f} MB with {sockets} idle ones "
        f"({1024 * (idle - empty) / sockets:.0f} kB each), {talked:.0f} MB after all of them talked "
        f"({1024 * (talked - empty) / sockets:.0f} kB each)\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chats", type=int, nargs="+", default=[1, 20, 200])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--latency", type=float, default=0.3, help="Seconds until the endpoint says its first word.")
    options = parser.parse_args()
    asyncio.run(measure(options.chats, options.rounds, options.latency))


if __name__ == "__main__":
    main()
