"""compare_runs, health, schedule_daily and run_experiment in a conversation: reads read, cards wait for a yes."""

import json
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage

from optimize.application.estimates import Estimates
from optimize.application.planning import BatchOrder
from optimize.domain.acceptance_test import TestBody
from tests.assistant.conftest import AGENT, ANN, DRAFT, World
from tests.fakes.models import FakeModels
from tests.fakes.prices import FreePrices
from tests.fakes.scripted_model import calls, scripted

JUDGED = {
    "name": "Names a clause",
    "situation": {"messages": [{"role": "user", "text": DRAFT["situation"]}]},
    "criteria": [{"kind": "satisfiesAssertion", "assertion": "The assessment names a clause of the contract."}],
}


async def ask(world: World, tool: str, **arguments: Any) -> dict[str, Any]:
    """The result of one tool call, as the model reads it; {} if a card was drawn instead."""
    heard: list[dict[str, Any]] = []

    def hears(messages: list[Any]) -> AIMessage:
        last = messages[-1]
        heard.append(json.loads(last.text) if isinstance(last, ToolMessage) else {})
        return AIMessage("That is it.")

    number = len(await world.use_cases.threads.events(world.thread))
    world.model.brain = scripted(calls((tool, arguments), start=number), hears)  # type: ignore[arg-type]
    await world.say(f"{tool} {number}")
    return heard[0] if heard else {}


async def card(world: World) -> dict[str, str]:
    [interrupt] = await world.interrupts()
    return {fact["label"]: fact["value"] for fact in interrupt["metadata"]["facts"]}


async def accepted(world: World) -> str:
    test = await world.draft()
    await world.use_cases.lifecycle.accept(test, actor=ANN)
    return test


async def ran(world: World, **parts: Any) -> str:
    order = BatchOrder.model_validate({"kind": "run_all", **parts})
    batch = await world.use_cases.planning.start(AGENT, order, actor=ANN)
    await world.engine.work()
    return batch.id


async def with_a_second_version(world: World) -> None:
    view = await world.use_cases.agents.view(AGENT)
    changed = view.versions[0].definition.model_copy(update={"description": "Another one"})
    await world.use_cases.agents.add_version(AGENT, changed, actor=ANN, label="v4", operator=True)


def without_prices(world: World) -> None:
    estimates = Estimates(world.store, FakeModels(), FreePrices(None))
    object.__setattr__(world.use_cases, "estimates", estimates)
    object.__setattr__(world.use_cases.experiments, "_estimates", estimates)


async def test_a_version_that_never_ran_is_said_so(world: World) -> None:
    await accepted(world)
    await ran(world)
    await with_a_second_version(world)
    for reference in ("2", "v4", "v2"):
        told = await ask(world, "compare_runs", a="1", b=reference)
        assert (told["status"], told["data"]["missing"], told["data"]["rows"]) == ("ok", ["version 2 (v4)"], [])
        assert told["summary"].startswith("Version 2 (v4) has no results yet")


async def test_two_versions_are_compared_by_their_counts(world: World) -> None:
    await accepted(world)
    await ran(world)
    await with_a_second_version(world)
    await ran(world, setup={"version": "v4"})
    told = await ask(world, "compare_runs", a="1", b="2")
    [row] = told["data"]["rows"]
    assert [(row[side]["k"], row[side]["n"]) for side in ("a", "b")] == [(1, 1), (1, 1)]
    assert (row["verdict"], row["hint"], row["difference"]) == ("no_detectable_difference", "too_few_to_tell", 0.0)


async def test_an_unknown_version_is_an_error_that_names_the_known(world: World) -> None:
    told = await ask(world, "compare_runs", a="1", b="v9")
    assert (told["status"], told["data"]["error"]) == ("error", "nothing_of_that_name")


async def test_health_is_empty_before_and_counted_after_a_run(world: World) -> None:
    await accepted(world)
    empty = await ask(world, "health")
    assert (empty["status"], empty["data"]["not_run"], empty["data"]["rate"]) == ("empty", 1, None)
    await ran(world)
    told = await ask(world, "health")
    assert (told["status"], told["data"]["tests_passing"], told["data"]["tests"]) == ("ok", 1, 1)
    assert told["data"]["items"][0]["verdict"] == "passed"


async def test_a_schedule_waits_for_its_card(world: World) -> None:
    await accepted(world)
    assert await ask(world, "schedule_daily", at="05:00", enabled=True) == {}
    facts = await card(world)
    assert facts == {
        "Agent": AGENT,
        "At": "05:00 UTC, every day",
        "Now": "off",
        "Tests": "1",
        "Runs a day": "1",
        "Price a day": "free",
        "Writes": "refused",
    }
    assert (await world.use_cases.scheduling.view(AGENT)).at is None
    await world.say("yes")
    view = await world.use_cases.scheduling.view(AGENT)
    assert (view.at, view.enabled, view.by) == ("05:00", True, "ann")


async def test_a_no_schedules_nothing(world: World) -> None:
    await ask(world, "schedule_daily", at="05:00")
    assert "No test is accepted yet" in (await card(world))["Tests"]
    await world.say("no")
    assert (await world.use_cases.scheduling.view(AGENT)).at is None


async def test_to_switch_it_off_keeps_its_time(world: World) -> None:
    await world.use_cases.scheduling.set_daily(AGENT, at="05:00", enabled=True, actor=ANN)
    await ask(world, "schedule_daily", at="00:00", enabled=False)
    assert (await card(world))["Now"] == "every day at 05:00 UTC"
    await world.say("yes")
    view = await world.use_cases.scheduling.view(AGENT)
    assert (view.at, view.enabled) == ("05:00", False)


async def test_what_is_no_time_is_told_and_draws_no_card(world: World) -> None:
    told = await ask(world, "schedule_daily", at="5 am", enabled=True)
    assert (told["status"], told["data"]["error"]) == ("error", "bad_time")


async def test_a_free_experiment_starts_with_its_estimate(world: World) -> None:
    await accepted(world)
    await with_a_second_version(world)
    told = await ask(world, "run_experiment", version="v4", runs=2)
    data = told["data"]
    assert (told["status"], data["experiment"]["planned"], data["estimate"]["runs"]) == ("ok", 4, 4)
    assert data["experiment"]["changed"] == "version 2 (v4)"
    await world.engine.work()
    view = await world.use_cases.experiments.view(data["experiment"]["id"])
    assert (view.state, view.requested_by) == ("finished", "assistant for ann")
    result = (await world.last("RUN_FINISHED"))["result"]
    assert (result["did"], result["batches"]) == (["acted"], [view.current.batch, view.changed.batch])


async def test_the_results_of_an_experiment_are_both_sides(world: World) -> None:
    await accepted(world)
    await with_a_second_version(world)
    await ask(world, "run_experiment", version="v4", runs=2)
    await world.engine.work()
    shown = (await ask(world, "read_results"))["data"]["experiment"]
    [row] = shown["rows"]
    assert [(row[side]["k"], row[side]["n"]) for side in ("a", "b")] == [(2, 2), (2, 2)]
    assert shown["sentences"][0] == "With version 2 (v4), 2 runs per test and setup: 1 no detectable difference."


async def test_without_a_known_price_an_experiment_waits_for_its_card(world: World) -> None:
    judged = await world.use_cases.lifecycle.draft(AGENT, TestBody.model_validate(JUDGED), actor=ANN)
    await world.use_cases.lifecycle.accept(judged.id, actor=ANN)
    without_prices(world)
    change = {"part": "tone", "text": "Be brief."}
    assert await ask(world, "run_experiment", prompt=change) == {}
    facts = await card(world)
    assert facts["Changed"] == "prompt part tone: “Be brief.”"
    assert (facts["Per test and setup"], facts["Runs"], facts["Price"]) == ("10 runs", "20", "price unknown")
    assert "four times in five" in facts["Can notice"]
    assert await world.use_cases.experiments.list(AGENT) == []
    await world.say("yes")
    [started] = await world.use_cases.experiments.list(AGENT)
    assert (started.requested_by, started.runs) == ("ann", 10)


async def test_two_changes_at_once_and_none_are_refused(world: World) -> None:
    await accepted(world)
    for arguments in ({}, {"version": "2", "model": "openai:small"}):
        told = await ask(world, "run_experiment", **arguments)
        assert (told["status"], told["data"]["error"]) == ("error", "one_change")
