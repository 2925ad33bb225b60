"""One invocation of the graph for a turn: its stream becomes events, its end becomes the end of the turn."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.types import Command as GraphCommand

from optimize.application.records import TurnRecord
from optimize.application.use_cases import UseCases
from optimize.assistant import endings
from optimize.assistant.broadcast import Broadcast
from optimize.assistant.custom import Wire
from optimize.assistant.graph import Graph
from optimize.assistant.stream import StreamMapper
from optimize.assistant.turn import TurnContext, TurnState
from optimize.assistant.writer import TurnWriter

SHUTDOWN = "shutdown"
GraphInput = TurnState | GraphCommand[Any] | None


class Invocation:
    """Runs the graph for a turn and closes the turn in every case but the death of the process."""

    def __init__(self, graph: Graph, use_cases: UseCases, broadcast: Broadcast) -> None:
        self._graph, self._use_cases, self._broadcast = graph, use_cases, broadcast

    async def run(self, turn: TurnRecord, context: TurnContext, given: GraphInput, untold: Sequence[Wire] = ()) -> None:
        """`untold` is what an earlier invocation of this turn did not come to tell."""
        writer = TurnWriter(turn, self._use_cases.threads, self._broadcast)
        mapper = StreamMapper()
        try:
            await writer.write([endings.started(turn.thread, turn.id), *untold])
            await self._stream(turn, context, given, writer, mapper)
            await self._end(turn, writer)
        except asyncio.CancelledError as cancelled:
            if await writer.finished():
                return
            await writer.write(mapper.close())
            if SHUTDOWN in cancelled.args:
                await writer.finish("interrupted", [endings.failed("interrupted", endings.INTERRUPTED)])
            else:
                await self._use_cases.approvals.void(turn.thread)
                await writer.finish("cancelled", [endings.cancelled(turn.thread, turn.id)])
        except Exception as error:
            await writer.write(mapper.close())
            await writer.finish("failed", [endings.broken(turn, error)])

    async def _stream(
        self, turn: TurnRecord, context: TurnContext, given: GraphInput, writer: TurnWriter, mapper: StreamMapper
    ) -> None:
        stream = self._graph.astream(
            given,
            config_of(turn.thread),
            context=context,
            stream_mode=["messages", "updates"],
            durability="sync",
        )
        heard = False
        async for mode, payload in stream:
            if heard:
                await context.place.give_way()
            events = mapper.chunk(payload[0]) if mode == "messages" else _finished_steps(mapper, payload)
            heard = heard or bool(events)
            await writer.write(events)
        await writer.write(mapper.close())

    async def _end(self, turn: TurnRecord, writer: TurnWriter) -> None:
        snapshot = await self._graph.aget_state(config_of(turn.thread))
        state = cast(TurnState, snapshot.values)
        open_ids = set(state.get("proposals", {}).values()) if snapshot.interrupts else set()
        if not open_ids:
            result = endings.result_of(state, proposed=False)
            await writer.finish("done", [endings.finished(turn.thread, turn.id, result)])
            return
        proposals = await self._use_cases.approvals.list(thread=turn.thread, state="pending")
        result = endings.result_of(state, proposed=True)
        asked = [proposal for proposal in proposals if proposal.id in open_ids]
        await writer.finish("waiting", [endings.waiting(turn.thread, turn.id, result, asked)])


def _finished_steps(mapper: StreamMapper, updates: Any) -> list[Wire]:
    """The messages of the nodes that have just ended."""
    messages = [m for update in updates.values() if isinstance(update, dict) for m in update.get("messages", [])]
    return [event for m in messages if isinstance(m, AIMessage | ToolMessage) for event in mapper.message(m)]


def config_of(thread: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread}}
