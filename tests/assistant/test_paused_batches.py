"""A batch that waits for an endpoint: the talk shows it at once, and who asks is told."""

import json
from datetime import timedelta
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage

from optimize.adapters.system import SystemClock
from optimize.application.pausing import Pausing
from optimize.assistant.live import ThreadLive
from optimize.samples.invoice_exceptions.versions import VERSIONS
from tests.assistant.conftest import World
from tests.fakes.planned import NOW, add_batch, batch_of, body
from tests.fakes.scripted_model import calls, scripted

WHY = "wire asks to be left alone."
UNTIL = SystemClock().now() + timedelta(hours=5)


BATCH = f"he run of “Says hello” from {NOW:%Y-%m-%d %H:%M} UTC"


async def planned(world: World, batch: str = "batch_1", **parts: Any) -> str:
    record, runs = batch_of({"t": body(runs=2)}, VERSIONS[0][1], batch=batch, thread=world.thread, **parts)
    async with world.store.writing() as tx:
        await add_batch(tx, record, runs)
    return batch


def live_of(world: World) -> ThreadLive:
    return ThreadLive(world.store, world.use_cases.threads, world.broadcast, SystemClock())


async def values(world: World) -> list[dict[str, Any]]:
    return [event["value"] for event in await world.events() if event.get("name") == "progress"]


async def test_the_talk_is_told_at_once_and_once(world: World) -> None:
    batch = await planned(world)
    live = live_of(world)
    await live.batch_progressed(batch, over=False)
    for run in (1, 2):  # right after the last word, which would have to wait
        await Pausing(world.store, live).begins(f"batch_1-t-{run}", UNTIL, WHY)
    before, after = await values(world)
    assert "paused" not in before
    assert after["paused"] == {"until": UNTIL.isoformat().replace("+00:00", "Z"), "why": WHY}
    assert after["planned"] == 2


async def answer(world: World) -> dict[str, Any]:
    """What the model reads when it looks how far it is."""
    heard: list[str] = []

    def hears(messages: list[Any]) -> AIMessage:
        assert isinstance(messages[-1], ToolMessage)
        heard.append(messages[-1].text)
        return AIMessage("That is it.")

    world.model.brain = scripted(calls(("read_results", {})), hears)  # type: ignore[arg-type]
    await world.say("How far is it?")
    told: dict[str, Any] = json.loads(heard[0])
    return told


async def test_who_asks_how_far_it_is_is_told_that_it_waits(world: World) -> None:
    batch = await planned(world)
    await Pausing(world.store, live_of(world)).begins(f"{batch}-t-1", UNTIL, WHY)
    told = await answer(world)
    waits = f"T{BATCH}, 0 of 2 runs done: Paused until {UNTIL:%Y-%m-%d %H:%M} UTC: {WHY}"
    assert told["summary"] == f"Results of t{BATCH}. {waits}"
    assert told["data"]["waiting"] == [waits]


async def test_so_is_who_is_shown_one_that_is_finished(world: World) -> None:
    await planned(world, "batch_0")
    async with world.store.writing() as tx:
        await tx.batches.set_state("batch_0", "finished", finished_at=NOW)
    batch = await planned(world)
    await Pausing(world.store, live_of(world)).begins(f"{batch}-t-1", UNTIL, WHY)
    told = await answer(world)
    assert told["data"]["batch"]["id"] == "batch_0"
    assert f"T{BATCH}, 0 of 2 runs done: Paused until" in told["summary"]
