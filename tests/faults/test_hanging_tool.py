"""A tool that hangs after its write has landed (fault 19): what became of it is unknown, and it is never repeated."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from optimize.application import tool_gate
from optimize.application.batch_progress import cancel_open
from optimize.application.history import History
from optimize.application.ports.agent_under_test import Tools
from optimize.domain.errors import Unavailable
from optimize.domain.setup import WritePolicy
from optimize.domain.transcript import ToolCall
from tests.fakes.agents import FakeAgents
from tests.fakes.planned import DEFINITION, add_agent, body, new_store
from tests.fakes.runner_world import FIRST, World
from tests.fakes.until import until
from tests.faults.reporting import report

SECONDS = 0.5
LIMITED = DEFINITION.model_copy(update={"limits": DEFINITION.limits.model_copy(update={"seconds": SECONDS})})


class Spy:
    """A server that carries a write out at once and then says nothing. `landed`: what it carried out."""

    def __init__(self) -> None:
        self.landed: list[str] = []
        self.url = ""
        self.client = httpx.AsyncClient(timeout=30, trust_env=False)
        """Made beforehand: that takes longer than a call may on a busy machine."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.landed.append((await reader.readline()).decode().split()[1])
        try:
            while await reader.read(1_000):
                pass
        finally:
            writer.close()

    async def cancel_order(self, number: str) -> Any:
        return (await self.client.post(f"{self.url}/{number}")).json()


@asynccontextmanager
async def spying() -> AsyncIterator[Spy]:
    spy = Spy()
    server = await asyncio.start_server(spy.serve, "127.0.0.1", 0)
    spy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield spy
    finally:
        await spy.client.aclose()
        server.close()
        await server.wait_closed()


async def cancels(message: str, tools: Tools) -> str:
    result = await tools.call("cancel_order", {"number": "1187"})
    return f"hello, it is cancelled: {result}"


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr(tool_gate, "WRITE_GRACE_SECONDS", 0.3)
    store = await new_store(tmp_path)
    await add_agent(store, LIMITED)
    yield World(store)
    await store.close()


async def planned(world: World, spy: Spy) -> None:
    world.agents = FakeAgents(cancels, {"cancel_order": spy.cancel_order})
    world.runner = world.a_runner("worker-1")
    await world.plan(body(runs=1), definition=LIMITED, writes="execute")


async def the_call(world: World) -> ToolCall:
    transcript = (await world.run()).transcript
    assert transcript is not None
    [call] = transcript.tool_calls
    return call


async def real_writes(world: World) -> list[tuple[int, str, dict[str, Any], str]]:
    shown = (await History(world.store, world.clock).run(FIRST)).real_writes
    return [(write.attempt, write.tool, write.arguments, write.state) for write in shown]


async def test_a_write_whose_answer_never_came_is_unknown_and_not_repeated(world: World) -> None:
    async with spying() as spy:
        await planned(world, spy)
        await world.finish([FIRST])
        call = await the_call(world)
        assert (call.status, call.sent, call.result) == ("unknown", True, None)
        assert "Whether it took effect is not known" in (call.error or "")
        run = await world.run()
        assert (run.state, run.attempt) == ("finished", 1)
        assert not (await world.verdicts())[0].verdict.passed
        await world.finish([FIRST])
        assert spy.landed == ["/1187"]
        assert await real_writes(world) == [(1, "cancel_order", {"number": "1187"}, "unknown")]
        report(f"the tool hung, the run ended at {SECONDS} s: outcome unknown, the write landed {len(spy.landed)} time")


async def test_a_process_that_dies_meanwhile_does_not_write_again_when_it_comes_back(world: World) -> None:
    async with spying() as spy:
        await planned(world, spy)
        dying = asyncio.create_task(world.runner.execute(FIRST))

        async def has_landed() -> bool:
            return bool(spy.landed)

        await until(has_landed)
        dying.cancel()
        await asyncio.gather(dying, return_exceptions=True)
        world.runner = world.a_runner("worker-1")
        await world.finish([FIRST])
        run = await world.run()
        assert (run.state, run.attempt) == ("could_not_run", 2)
        assert "not repeated, as a write may have landed. It had called cancel_order." in (run.why or "")
        assert spy.landed == ["/1187"]
        assert await real_writes(world) == [(1, "cancel_order", {"number": "1187"}, "unknown")]
        report(f"interrupted after the write: started {run.attempt} times, the write landed {len(spy.landed)} time")


async def test_a_cancel_in_the_middle_of_a_write_hides_nothing_and_stops_the_next(world: World) -> None:
    again: list[str] = []

    async def insists(message: str, tools: Tools) -> str:
        try:
            await tools.call("cancel_order", {"number": "1187"})
        except asyncio.CancelledError:
            try:
                await tools.call("cancel_order", {"number": "1188"})
            except Unavailable as refused:
                again.append(refused.detail)
        return message

    async with spying() as spy:
        await planned(world, spy)
        world.agents.answers = insists
        running = asyncio.create_task(world.runner.execute(FIRST))

        async def has_landed() -> bool:
            return bool(spy.landed)

        await until(has_landed)
        async with world.store.writing() as tx:
            await cancel_open(tx, "batch_1", why="cancelled by ann", at=world.clock.now())
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        run = await world.run()
        assert (run.state, run.transcript) == ("cancelled", None)
        assert await real_writes(world) == [(1, "cancel_order", {"number": "1187"}, "unknown")]
        assert again == ["This run is over."]
        assert spy.landed == ["/1187"]


async def test_a_write_that_came_back_is_executed_and_a_refused_one_never_left(world: World) -> None:
    async def cancel(number: str) -> dict[str, str]:
        return {"cancelled": number}

    for policy, expected in (("execute", [(1, "cancel_order", {"number": "1187"}, "executed")]), ("refuse", [])):
        world.agents = FakeAgents(cancels, {"cancel_order": cancel})
        world.runner = world.a_runner("worker-1")
        batch = f"batch_{policy}"
        [run_id] = await world.plan(body(runs=1), definition=LIMITED, writes=policy, batch=batch)
        await world.finish([run_id])
        shown = (await History(world.store, world.clock).run(run_id)).real_writes
        assert [(write.attempt, write.tool, write.arguments, write.state) for write in shown] == expected


async def test_a_write_under_way_is_awaited_when_its_run_is_cancelled(world: World) -> None:
    begun = asyncio.Event()

    async def slow(number: str) -> str:
        begun.set()
        await asyncio.sleep(0.1)
        return number

    world.agents = FakeAgents(cancels, {"cancel_order": slow})
    world.runner = world.a_runner("worker-1")
    await world.plan(body(runs=1), definition=LIMITED, writes="execute")
    running = asyncio.create_task(world.runner.execute(FIRST))
    await begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await real_writes(world) == [(1, "cancel_order", {"number": "1187"}, "executed")]


@pytest.mark.parametrize("policy", ["refuse", "execute"])
async def test_a_tool_that_exits_has_failed_and_takes_nothing_with_it(world: World, policy: WritePolicy) -> None:
    async def leaves(**_: Any) -> None:
        sys.exit(3)

    async def tries(message: str, tools: Tools) -> str:
        read, written = await tools.call_together([("find_order", {}), ("cancel_order", {})])
        return f"hello {read} {written}"

    world.agents = FakeAgents(tries, {"find_order": leaves, "cancel_order": leaves})
    world.runner = world.a_runner("worker-1")
    await world.plan(body(runs=1), definition=LIMITED, writes=policy)
    await world.finish([FIRST])
    transcript = (await world.run()).transcript
    assert transcript is not None
    assert [call.status for call in transcript.tool_calls] == ["failed", "refused" if policy == "refuse" else "failed"]
    assert "SystemExit: 3" in (transcript.answer or "")
