import random
from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from typing import Any, cast

import httpx2
import pytest
from pydantic import SecretStr

from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.calling import LedgerModels
from optimize.adapters.models.carrier import Carrier
from optimize.adapters.models.chat_models import ChatModels
from optimize.adapters.models.completers import Completers
from optimize.adapters.models.endpoints import Endpoints
from optimize.adapters.models.ledger import Ledger
from optimize.adapters.models.providers.offline import Offline
from optimize.adapters.models.registry import Registry
from optimize.adapters.models.streaming_openai import StreamingOpenAI
from optimize.adapters.prices import PublishedPrices
from optimize.application.pausing import Pausing
from optimize.application.ports.models import CallContext
from optimize.application.ports.store import Store
from optimize.domain.cost import CallRole
from tests.fakes.call_store import FakeCallStore
from tests.fakes.clock import FakeClock
from tests.fakes.ids import CountingIds
from tests.fakes.live import FakeLive
from tests.standins.openai_wire import Reply, Wire

CONTEXT = CallContext(agent="desk", run="run_1", attempt=2)


class Bench:
    """The model adapters on a fake store and clock, with a wire instead of a network. `waits`: pauses asked for."""

    def __init__(self, wire: Wire, ref: str = "openai:small", **access: Any) -> None:
        self.wire = wire
        self.store = FakeCallStore()
        self.clock = FakeClock()
        self.waits: list[float] = []
        settings = ModelAccess(
            **{"openai_api_key": SecretStr("sk-right"), "openai_base_url": "http://wire/v1", **access},
        )

        class Wired(StreamingOpenAI):
            def client(self) -> httpx2.AsyncClient:
                return wired_client(wire)

        roles: tuple[CallRole, ...] = ("agent", "judge", "simulator", "assistant")
        prices = PublishedPrices({"openai:small": (Decimal(1), Decimal(2))})
        ledger = Ledger(cast(Store, self.store), self.clock, CountingIds(), prices)
        self.carrier = Carrier(
            ledger,
            Pausing(cast(Store, self.store), FakeLive()),
            self.clock,
            settings,
            rng=random.Random(7),
            sleep=self._sleep,
        )
        registry = Registry(settings, {"openai": Wired, "offline": Offline})
        self.endpoints = Endpoints(settings)
        self.completers = Completers(dict.fromkeys(roles, ref), registry, self.endpoints, self.carrier)
        self.chat_models = ChatModels(self.completers)
        self.models = LedgerModels(self.completers)

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.clock.advance(seconds)


class PieceByPiece(httpx2.AsyncBaseTransport):
    """What the wire streams arrives as a slow server sends it: each piece by itself."""

    def __init__(self, wire: Wire) -> None:
        self._whole = httpx2.ASGITransport(app=wire.app)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await self._whole.handle_async_request(request)
        sent = await response.aread()
        return httpx2.Response(response.status_code, headers=response.headers, content=_pieces(sent))


async def _pieces(sent: bytes) -> AsyncIterator[bytes]:
    for piece in sent.split(b"\n\n"):
        yield piece + b"\n\n"


def wired_client(wire: Wire) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(transport=PieceByPiece(wire))


def says(text: str, **more: Any) -> Callable[..., Reply]:
    """A brain with one sentence."""
    return lambda messages, tools: Reply(text=text, **more)


@pytest.fixture
def bench() -> Bench:
    return Bench(Wire(says("Hello there."), key="sk-right"))
