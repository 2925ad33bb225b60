"""A streamed answer on its way to the graph: its calls under our ids, also those that were written out as text."""

from collections.abc import Iterable
from typing import cast

from langchain_core.messages import AIMessageChunk
from langchain_core.messages.ai import add_ai_message_chunks
from langchain_core.outputs import ChatGenerationChunk

from optimize.adapters.models.call_ids import OwnIds
from optimize.adapters.models.endings import problem_of
from optimize.adapters.models.spoken_calls import SpokenCalls
from optimize.adapters.models.tally import Tally


class Passing:
    """Each piece that arrives becomes those that are passed on. `tools`: the names of those that may be called."""

    def __init__(self, tools: Iterable[str]) -> None:
        self._tally = Tally()
        self._own, self._spoken = OwnIds(), SpokenCalls(frozenset(tools))
        self._passed: list[AIMessageChunk] = []

    def arrived(self, chunk: ChatGenerationChunk) -> list[ChatGenerationChunk]:
        self._tally.see(chunk)
        return self._on(self._spoken.passed(cast(AIMessageChunk, chunk.message)))

    def rest(self) -> list[ChatGenerationChunk]:
        """What was held back, once nothing more comes."""
        return self._on(self._spoken.rest())

    def problem(self) -> str | None:
        """Why the whole cannot be used as it is."""
        if not self._passed:
            return "The answer was empty."
        return problem_of(add_ai_message_chunks(*self._passed), self._tally.finish_reason)

    def _on(self, pieces: Iterable[AIMessageChunk]) -> list[ChatGenerationChunk]:
        passed = [self._own.chunk(piece) for piece in pieces]
        self._passed += passed
        return [ChatGenerationChunk(message=piece) for piece in passed]
