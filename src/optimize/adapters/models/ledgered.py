"""Answers in one piece, each call through the carrier: ledger, limits, retries, honest endings."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple, cast

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatResult

from optimize.adapters.models.call_ids import under_own_ids
from optimize.adapters.models.carrier import Carrier, Errand
from optimize.adapters.models.completing import Completing
from optimize.adapters.models.endings import problem_of
from optimize.adapters.models.faults import AnswerRefused
from optimize.adapters.models.tally import Tally
from optimize.adapters.models.worst_case import at_most
from optimize.domain.cost import Usage


class Answered(NamedTuple):
    """`problem`: why the message cannot be used as it is (cut at its length limit, empty, refused)."""

    message: AIMessage
    usage: Usage
    problem: str | None


async def answered(carrier: Carrier, errand: Errand, complete: Callable[[], Awaitable[ChatResult]]) -> Answered:
    """Raises Unavailable when the model does not answer."""

    async def send() -> AsyncIterator[ChatResult]:
        yield await complete()

    tally, message, problem = Tally(), AIMessage(content=""), None
    try:
        async for result in carrier.carry(errand, send):
            tally.see(result)
            message = cast(AIMessage, result.generations[0].message)
        problem = problem_of(message, tally.finish_reason)
    except AnswerRefused as refused:
        problem = refused.problem
    return Answered(under_own_ids(message), tally.usage, problem)


class Ledgered:
    """`inner` with the books kept."""

    def __init__(self, inner: Completing, carrier: Carrier, errand: Errand) -> None:
        self.inner = inner
        self.errand = errand
        self._carrier = carrier

    async def answer(self, messages: list[BaseMessage], **options: Any) -> AIMessage:
        """What is wrong with it stands in `response_metadata["problem"]`. Raises Unavailable."""
        errand = self.errand.model_copy(update={"at_most": at_most(messages, options)})
        answer = await self.answered(errand, messages, options)
        if answer.problem:
            answer.message.response_metadata["problem"] = answer.problem
        return answer.message

    async def answered(self, errand: Errand, messages: list[BaseMessage], options: dict[str, Any]) -> Answered:
        """The same on an errand of the caller's."""
        return await answered(self._carrier, errand, lambda: self.inner.complete(messages, **options))
