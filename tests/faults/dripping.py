"""A model endpoint on loopback that answers late, one byte at a time, never, or hangs up in the middle."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Literal

Manner = Literal["at once", "late", "drip", "never", "half", "reset"]

LATE_SECONDS = 0.6
_DRIP_SECONDS = 0.02
_SAID = {"role": "assistant", "content": "hello " + "and so on " * 60}
_ANSWER = json.dumps({"model": "small", "choices": [{"index": 0, "message": _SAID, "finish_reason": "stop"}]}).encode()
_HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(_ANSWER)
DRIP_TAKES_SECONDS = len(_ANSWER) * _DRIP_SECONDS


class Dripping:
    """`manners`: how the next calls are answered, then at once. `took`: seconds until each was answered or left."""

    def __init__(self) -> None:
        self.manners: deque[Manner] = deque()
        self.took: list[float] = []
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One call per connection."""
        await _request(reader)
        began = monotonic()
        answering = asyncio.create_task(_answer(writer, self.manners.popleft() if self.manners else "at once"))
        hung_up = asyncio.create_task(reader.read())
        await asyncio.wait({answering, hung_up}, return_when=asyncio.FIRST_COMPLETED)
        self.took.append(monotonic() - began)
        for task in (answering, hung_up):
            task.cancel()
        await asyncio.gather(answering, hung_up, return_exceptions=True)
        writer.close()


async def _request(reader: asyncio.StreamReader) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = next(line for line in head.split("\r\n") if line.startswith("content-length:"))
    await reader.readexactly(int(length.partition(":")[2]))


async def _answer(writer: asyncio.StreamWriter, manner: Manner) -> None:
    if manner == "never":
        await asyncio.Event().wait()
    if manner == "late":
        await asyncio.sleep(LATE_SECONDS)
    writer.write(_HEAD)
    if manner == "drip":
        for byte in _ANSWER:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(_DRIP_SECONDS)
    elif manner in ("half", "reset"):
        writer.write(_ANSWER[: len(_ANSWER) // 2])
        await writer.drain()
        if manner == "reset":
            writer.transport.abort()
    else:
        writer.write(_ANSWER)
        await writer.drain()


@asynccontextmanager
async def dripping() -> AsyncIterator[Dripping]:
    endpoint = Dripping()
    server = await asyncio.start_server(endpoint.serve, "127.0.0.1", 0)
    endpoint.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield endpoint
    finally:
        server.close()
        await server.wait_closed()
