"""Lines from pages to the server that scissors cut: in the handshake, within a frame, and at one end before the other.

Only the sockets of the chat tell the scissors of their moments; all else on a line is cut with them now and then.
"""

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from random import Random

from tests.faults.scissors import Moment, Scissors

_LOST = (OSError, EOFError, asyncio.LimitOverrunError)
_SOCKET = b"/socket?"
_CHUNK = 65_536
_PIECE = 256
"""Bytes: less than most frames, so that there is something to cut within."""
_LATE = 0.3
"""Seconds after which the other end hears of a cut at one of them."""
_OPENING = 20.0


@asynccontextmanager
async def closing(end: StreamWriter) -> AsyncIterator[None]:
    try:
        yield
    finally:
        end.close()
        with suppress(OSError):
            await end.wait_closed()


class Link:
    """One connection that goes through a line."""

    def __init__(self, near: StreamWriter, far: StreamWriter, *, is_socket: bool) -> None:
        self.near, self.far, self.is_socket = near, far, is_socket
        self.is_cut, self.late = False, 0.0

    def cut(self, *ends: StreamWriter) -> None:
        self.is_cut, self.late = True, _LATE if len(ends) == 1 else 0.0
        for end in ends:
            end.transport.abort()


class CutLine:
    """One page's line. `cuts` are those that hit a socket."""

    def __init__(self, target: int, scissors: list[Scissors]) -> None:
        self.cuts = 0
        self.blades = [self._sockets, self._near_ends, self._far_ends, self._everything]
        self._target, self._scissors = target, scissors
        self._links: set[Link] = set()
        self._leads: set[asyncio.Task[None]] = set()
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[None]:
        """Open to the page; nothing of it goes on afterwards."""
        async with await asyncio.start_server(self._accept, "127.0.0.1", 0) as server:
            self._port = server.sockets[0].getsockname()[1]
            yield
            server.close()
            for lead in self._leads:
                lead.cancel()
            await asyncio.gather(*self._leads, return_exceptions=True)

    def _accept(self, reader: StreamReader, near: StreamWriter) -> None:
        lead = asyncio.create_task(self._lead(reader, near))
        self._leads.add(lead)
        lead.add_done_callback(self._leads.discard)

    async def _lead(self, asked: StreamReader, near: StreamWriter) -> None:
        with suppress(*_LOST):
            async with closing(near):
                head = await asked.readuntil(b"\r\n\r\n")
                answers, far = await asyncio.open_connection("127.0.0.1", self._target)
                async with closing(far):
                    link = Link(near, far, is_socket=_SOCKET in head.split(b"\r\n")[0])
                    self._links.add(link)
                    self._passing(link, "connecting")
                    far.write(head)
                    await self._carry(link, asked, answers)
                    self._links.discard(link)

    async def _carry(self, link: Link, asked: StreamReader, answers: StreamReader) -> None:
        """Both ways, until one of them ends."""
        ways = (self._one_way(link, asked, link.far, "sent"), self._one_way(link, answers, link.near, "heard"))
        tasks = [asyncio.create_task(way) for way in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(link.late)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _one_way(self, link: Link, source: StreamReader, sink: StreamWriter, moment: Moment) -> None:
        with suppress(*_LOST):
            while data := await source.read(_PIECE if link.is_socket else _CHUNK):
                sink.write(data)
                await sink.drain()
                self._passing(link, moment)
                await asyncio.sleep(0)

    def _passing(self, link: Link, moment: Moment) -> None:
        if link.is_socket:
            for scissors in self._scissors:
                scissors.passing(moment)

    def _alive(self) -> list[Link]:
        return [link for link in self._links if link.is_socket and not link.is_cut]

    def _sockets(self) -> None:
        for link in self._alive():
            self.cuts += 1
            link.cut(link.near, link.far)

    def _near_ends(self) -> None:
        """The page hears of it first: it may be back before the server knows that it was away."""
        for link in self._alive():
            self.cuts += 1
            link.cut(link.near)

    def _far_ends(self) -> None:
        """The server hears of it first: what the page says meanwhile is said to nobody."""
        for link in self._alive():
            self.cuts += 1
            link.cut(link.far)

    def _everything(self) -> None:
        self._sockets()
        for link in self._links:
            link.cut(link.near, link.far)


class CutLines:
    """As many lines as pages, and the scissors that cut them all."""

    def __init__(self, target: int, pages: int, rngs: list[Random]) -> None:
        self.scissors: list[Scissors] = []
        self.lines = [CutLine(target, self.scissors) for _ in range(pages)]
        blades = [blade for line in self.lines for blade in line.blades]
        self.scissors += [Scissors(rng, blades) for rng in rngs]
        self.rest()

    @property
    def cuts(self) -> int:
        return sum(line.cuts for line in self.lines)

    def begin(self) -> None:
        """Cut from now on: a page that is cut off while it is loaded is none."""
        for scissors in self.scissors:
            scissors.resting = False

    def rest(self) -> None:
        for scissors in self.scissors:
            scissors.resting = True


@contextmanager
def cut_lines(target: int, pages: int, rngs: list[Random]) -> Iterator[CutLines]:
    """They are served by a thread, since the pages are driven by this one."""
    lines, laid = CutLines(target, pages, rngs), Future[Callable[[], object]]()

    async def serve() -> None:
        async with AsyncExitStack() as stack:
            for line in lines.lines:
                await stack.enter_async_context(line.laid())
            stop = asyncio.Event()
            laid.set_result(partial(asyncio.get_running_loop().call_soon_threadsafe, stop.set))
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    stop = laid.result(_OPENING)
    try:
        yield lines
    finally:
        stop()
        thread.join()
