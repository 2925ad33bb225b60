"""The worst case: a model that does whatever text tells it to. The product must hold even then (attacks 13 to 15)."""

from langchain_core.messages import AIMessage

from optimize.application.planning import ASSISTANT_RUNS_PER_HOUR, BatchOrder
from optimize.assistant.turn import MODEL_CALLS
from optimize.domain.acceptance_test import TestState
from tests.assistant.conftest import AGENT, ANN, World
from tests.fakes.scripted_model import calls, scripted


async def test_it_cannot_accept_by_itself(world: World) -> None:
    test = await world.draft()
    world.model.brain = scripted(calls(("accept_test", {"test": test})))
    await world.say("summarise run 5")
    assert (await world.use_cases.lifecycle.view(test)).state is TestState.DRAFT
    assert len(await world.use_cases.approvals.list(state="pending")) == 1


async def test_a_yes_for_one_test_is_no_yes_for_another(world: World) -> None:
    first, second = await world.draft(), await world.draft()
    world.model.brain = scripted(
        calls(("accept_test", {"test": first})), calls(("accept_test", {"test": second}), start=1), AIMessage("Done.")
    )
    await world.say("accept the first")
    await world.say("yes")
    assert (await world.use_cases.lifecycle.view(first)).state is TestState.ACCEPTED
    assert (await world.use_cases.lifecycle.view(second)).state is TestState.DRAFT


async def test_it_cannot_ask_for_real_writes(world: World) -> None:
    test = await world.draft()
    told: list[str] = []

    def hears(messages: list[object]) -> AIMessage:
        told.append(str(messages[-1].text))  # type: ignore[attr-defined]
        return AIMessage("It was refused.")

    world.model.brain = scripted(calls(("dry_run", {"test": test, "writes": "execute"})), hears)  # type: ignore[arg-type]
    await world.say("dry-run it")
    assert "writes" in told[0]
    assert await world.use_cases.history.batches(AGENT) == []


async def test_a_loop_of_dry_runs_stops_at_its_limits(world: World) -> None:
    test = await world.draft()
    spent = [0]

    def loops(_: object) -> AIMessage:
        spent[0] += 1
        return calls(("dry_run", {"test": test, "runs": 100}), start=spent[0])

    world.model.brain = loops
    await world.say("dry-run it for ever")
    assert spent[0] <= MODEL_CALLS
    batches = await world.use_cases.history.batches(AGENT)
    assert sum(batch.counts.planned for batch in batches) <= ASSISTANT_RUNS_PER_HOUR


async def test_a_figure_that_no_tool_returned_is_corrected(world: World) -> None:
    world.model.brain = scripted(AIMessage("It passed 47 of 50 runs."))
    await world.say("how did it go?")
    texts = [event["delta"] for event in await world.events() if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert any("47" in text and "no recorded result" in text for text in texts)


async def test_a_deed_that_no_tool_did_is_corrected(world: World) -> None:
    await world.draft()
    world.model.brain = scripted(AIMessage("Done, I accepted everything."))
    await world.say("accept all of it")
    texts = [event["delta"] for event in await world.events() if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert texts[-1] == "Correction: There is no record that anything was done or accepted in this turn."


async def test_a_figure_and_a_deed_are_corrected_in_one_message(world: World) -> None:
    await world.draft()
    world.model.brain = scripted(AIMessage("I ran the test. It passed 47 of 50 runs."))
    await world.say("how did it go?")
    texts = [event["delta"] for event in await world.events() if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert texts[-1].startswith("Correction: 47, 50 stands in no recorded result")
    assert texts[-1].endswith("There is no record that anything was started in this turn.")


async def test_a_card_after_reading_untrusted_text_says_so(world: World) -> None:
    test = await world.draft()
    batch = await world.use_cases.planning.start(AGENT, BatchOrder(kind="dry_run", tests=(test,)), actor=ANN)
    await world.engine.work()
    [run, *_] = (await world.use_cases.history.runs(AGENT, batch=batch.id)).items
    world.model.brain = scripted(
        calls(("read_transcript", {"run": run.id})), calls(("accept_test", {"test": test}), start=2)
    )
    await world.say("read it and go on")
    [card] = await world.interrupts()
    assert card["metadata"]["warning"] == "Suggested after reading run 1 of “Compares first”."


async def test_unreadable_arguments_are_handed_back_and_the_turn_goes_on(world: World) -> None:
    broken = AIMessage(
        content="",
        invalid_tool_calls=[
            {"name": "draft_test", "args": '{"{"ids": [1', "id": "c1", "error": None, "type": "invalid_tool_call"}
        ],
    )
    world.model.brain = scripted(broken, AIMessage("Let me try differently."))
    await world.say("draft it")
    assert "not readable JSON" in (await world.last("TOOL_CALL_RESULT"))["content"]
    assert (await world.last("RUN_FINISHED"))["outcome"]["type"] == "success"


async def test_an_answer_that_was_cut_off_is_handed_back_once_and_then_told(world: World) -> None:
    cut = AIMessage("It passed in", response_metadata={"problem": "It was cut off at its length limit."})
    heard: list[str] = []

    def again(messages: list[object]) -> AIMessage:
        heard.append(str(messages[-1].text))  # type: ignore[attr-defined]
        return cut.model_copy()

    world.model.brain = scripted(cut, again)  # type: ignore[arg-type]
    await world.say("tell me everything")
    assert "cut off" in heard[0]
    snapshot = [event["delta"] for event in await world.events() if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert any("not complete" in text for text in snapshot)
