"""Carries one call to a model through: on the ledger before each try, within the limit, tried again where that helps.

A streamed answer is tried again only while nothing of it has been handed on.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing
from random import Random
from typing import NoReturn, TypeVar

from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import BaseModel, ConfigDict

from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.backoff import LONGEST_ASKED, Patience
from optimize.adapters.models.endpoints import Endpoint
from optimize.adapters.models.faults import AnswerRefused, CallFailed, Fault, unavailable
from optimize.adapters.models.ledger import Ledger, Row
from optimize.adapters.models.pause import HELD_BACK, pause_asked, told_when
from optimize.adapters.models.providers.base import Provider
from optimize.adapters.models.tally import Tally
from optimize.application.agent_time import held_up
from optimize.application.pausing import Pausing
from optimize.application.ports.clock import Clock
from optimize.application.ports.models import CallContext
from optimize.domain.cost import CallRole, Usage

Piece = TypeVar("Piece", bound=ChatGeneration | ChatResult)
Send = Callable[[], AsyncIterator[Piece]]
Sleep = Callable[[float], Awaitable[None]]
_LOOK_SECONDS = 60.0
"""A pause is slept through in such pieces: a machine that was asleep itself looks at the clock soon."""


class Errand(BaseModel):
    """Who is asked, by whom, for what.

    `whole`: the answer must tell that it is complete (streams). `with_schema`: the call carries a JSON schema; if that
    is what the endpoint refuses, CallFailed tells the caller, who can ask without it. `at_most`: the most it may use.
    """

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    provider: Provider
    endpoint: Endpoint
    ref: str
    role: CallRole
    context: CallContext
    whole: bool = False
    with_schema: bool = False
    at_most: Usage = Usage()

    @property
    def can_wait(self) -> bool:
        """A run can, for as long as an endpoint likes. A person cannot."""
        return self.context.run is not None


class Carrier:
    """The one way out to models, for answers in one piece and for streams."""

    def __init__(
        self,
        ledger: Ledger,
        pausing: Pausing,
        clock: Clock,
        access: ModelAccess,
        *,
        rng: Random,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._ledger = ledger
        self._pausing = pausing
        self._clock = clock
        self._access = access
        self._rng = rng
        self._sleep = sleep

    async def carry(self, errand: Errand, send: Send[Piece]) -> AsyncGenerator[Piece]:
        """The pieces of the answer. Raises Unavailable; AnswerRefused for an answer that holds nothing to use."""
        began = self._clock.monotonic()
        patience = Patience(self._rng, can_wait=errand.can_wait)
        while True:
            began += await self._left_alone(errand)
            started = False
            try:
                async with aclosing(self._try(errand, send)) as pieces:
                    async for piece in pieces:
                        started = True
                        yield piece
                return
            except CallFailed as failure:
                fault = failure.fault
                if errand.with_schema and fault.schema_refused:
                    raise
                if not started and errand.can_wait and (fault.held_back or pause_asked(fault)):
                    continue
                wait = patience.pause(fault)
                left = self._access.total_seconds - (self._clock.monotonic() - began)
                if started or wait is None or not _worth_waiting(fault, wait, left):
                    told = told_when(fault, self._clock.now())
                    raise unavailable(errand.ref, errand.provider.host, told, patience.tries) from failure
            with held_up():
                await self._sleep(wait)

    async def _left_alone(self, errand: Errand) -> float:
        """Wait with a run's call until its endpoint may be asked again; how many seconds that took.

        Nothing is on the ledger meanwhile, and no place is held.
        """
        run, until = errand.context.run, errand.endpoint.pause.until(self._clock.now())
        if run is None or until is None:
            return 0.0
        began = self._clock.monotonic()
        with held_up():
            await self._pausing.begins(run, until, f"{errand.provider.host} asks to be left alone.")
            while (now := self._clock.now()) < until:
                await self._sleep(min((until - now).total_seconds(), _LOOK_SECONDS))
        return self._clock.monotonic() - began

    async def _try(self, errand: Errand, send: Send[Piece]) -> AsyncGenerator[Piece]:
        if errand.provider.here:
            pieces = self._recorded(errand, send)
        else:
            _require_complete(errand)
            self._require_closed(errand)
            pieces = self._limited(errand, send)
        async with aclosing(pieces):
            async for piece in pieces:
                yield piece

    async def _limited(self, errand: Errand, send: Send[Piece]) -> AsyncGenerator[Piece]:
        endpoint = errand.endpoint
        async with aclosing(self._recorded(errand, send)) as pieces:
            try:
                async for piece in pieces:
                    yield piece
            except AnswerRefused:
                endpoint.circuit.went_well()
                raise
        endpoint.limiter.went_well()
        endpoint.circuit.went_well()

    async def _wait_until_welcome(self, errand: Errand) -> None:
        """Within the quota that the operator knows of, and not while the endpoint wants to be left alone."""
        endpoint = errand.endpoint
        now = self._clock.monotonic()
        wait = max(
            endpoint.requests.take(1, now) if endpoint.requests else 0.0,
            endpoint.tokens.wait(now) if endpoint.tokens else 0.0,
            endpoint.rest.left(now),
        )
        while wait:
            with held_up():
                await self._sleep(wait)
            wait = endpoint.rest.left(self._clock.monotonic())
        if errand.can_wait and endpoint.pause.until(self._clock.now()):
            raise CallFailed(HELD_BACK)

    def _charge(self, endpoint: Endpoint, tally: Tally) -> None:
        """What a call used counts against the quota of tokens once it is known."""
        if endpoint.tokens:
            used = (tally.usage.input_tokens or 0) + (tally.usage.output_tokens or 0)
            endpoint.tokens.take(used, self._clock.monotonic())

    def _learn(self, endpoint: Endpoint, fault: Fault) -> None:
        if fault.held_back:
            return
        now, asked = self._clock.monotonic(), pause_asked(fault)
        if asked:
            news = endpoint.pause.begins(asked, self._clock.now())
        else:
            news = fault.slow_down and endpoint.rest.asked_for(_within_reason(fault.retry_after), now)
        if news:
            endpoint.limiter.too_many()
        if fault.answered or asked:
            endpoint.circuit.went_well()
        else:
            endpoint.circuit.failed(now)

    def _require_closed(self, errand: Errand) -> None:
        seconds = errand.endpoint.circuit.open_for(self._clock.monotonic())
        if seconds:
            why = Fault(reason="It failed several times in a row.", remedy=f"It is asked again in {seconds:.0f} s.")
            raise unavailable(errand.ref, errand.provider.host, why, 1)

    async def _recorded(self, errand: Errand, send: Send[Piece]) -> AsyncGenerator[Piece]:
        with held_up():
            row = await self._ledger.open(errand.role, errand.ref, errand.context, errand.at_most)
        tally = Tally()
        try:
            async with aclosing(self._sent(errand, row, send)) as pieces:
                async for piece in pieces:
                    tally.see(piece)
                    yield piece
            _require_whole(errand, tally)
        except Exception as error:
            await self._settle_failed(errand, row, tally, error)
        except BaseException:
            # Cancelled or closed by the caller: whatever was billed for it, its end was not seen.
            await row.given_up(tally)
            raise
        else:
            self._charge(errand.endpoint, tally)
            with held_up():
                await row.done(tally)

    async def _sent(self, errand: Errand, row: Row, send: Send[Piece]) -> AsyncGenerator[Piece]:
        """A place is held only while the endpoint works: our own books are kept before and after."""
        async with AsyncExitStack() as held:
            if not errand.provider.here:
                await held.enter_async_context(errand.endpoint.limiter.place())
                await self._wait_until_welcome(errand)
            row.leaves()
            pieces = await held.enter_async_context(aclosing(self._within_time(send)))
            async for piece in pieces:
                yield piece

    async def _settle_failed(self, errand: Errand, row: Row, tally: Tally, error: Exception) -> NoReturn:
        outcome = error if isinstance(error, CallFailed) else errand.provider.outcome_of(error, self._clock.now())
        if isinstance(outcome, CallFailed) and not errand.provider.here:
            # First of all: whoever was waiting for the place that is free now must know it before leaving.
            self._learn(errand.endpoint, outcome.fault)
        if isinstance(outcome, AnswerRefused):
            await row.done(tally)
        else:
            fault = outcome.fault if outcome else Fault(reason=type(error).__name__, remedy="")
            await row.failed(tally, fault.reason, unbilled=fault.unbilled)
        raise outcome or error

    async def _within_time(self, send: Send[Piece]) -> AsyncGenerator[Piece]:
        """The timeout stands around each piece, never around a yield: else it would hit whoever reads the stream."""
        deadline = asyncio.get_running_loop().time() + self._access.call_seconds
        pieces = send()
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    piece = await anext(pieces)
            except StopAsyncIteration:
                return
            yield piece


def _require_complete(errand: Errand) -> None:
    fault = errand.provider.lacking()
    if fault:
        raise unavailable(errand.ref, errand.provider.host, fault, 1)


def _within_reason(asked: float | None) -> float:
    return asked if asked is not None and asked <= LONGEST_ASKED else 0.0


def _worth_waiting(fault: Fault, wait: float, left: float) -> bool:
    asked = fault.retry_after or 0.0
    return fault.retry and wait < left and asked <= LONGEST_ASKED


def _require_whole(errand: Errand, tally: Tally) -> None:
    """A stream that the server cuts is no error to the client library; only the missing finish reason tells."""
    if errand.whole and tally.finish_reason is None:
        raise CallFailed(
            Fault(reason="The answer broke off in the middle.", remedy="Send the message again.", retry=True)
        )
