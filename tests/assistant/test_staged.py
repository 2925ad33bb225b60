"""A small model is asked in stages, each short: which tool, its arguments, the reply. The rest is as ever."""

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import aiosqlite
import pytest
from langchain_core.messages import AIMessage, BaseMessage

from optimize.adapters.prompts import FilePrompts
from optimize.assistant.staged import HELP, NOT_UNDERSTOOD
from tests.assistant.conftest import AGENT, World
from tests.fakes.planned import new_store
from tests.fakes.scripted_model import ScriptedModel, scripted

PROMPTS = FilePrompts(Path(__file__).parents[2] / "prompts")


@pytest.fixture
async def staged(tmp_path: Path) -> AsyncIterator[World]:
    store = await new_store(tmp_path)
    connection = await aiosqlite.connect(tmp_path / "conversations.db")
    world = World(tmp_path, store, connection, ScriptedModel(brain=scripted()), PROMPTS)
    await world.begin()
    yield world
    await world.conversations.stop()
    await connection.close()
    await store.close()


def says(value: object) -> AIMessage:
    return AIMessage(json.dumps(value))


def demands(*pieces: str, tests: int = 1, vague: bool = False) -> AIMessage:
    check = "too vague" if vague else "call"
    said = [
        {**({"test": at} if tests > 1 else {}), "says": piece, "check": check} for at, piece in enumerate(pieces, 1)
    ]
    return says({"tests": tests, "demands": said, "simulated_user": False})


def chooses(*tools: str) -> tuple[AIMessage, AIMessage]:
    """Nothing is asked of the agent; the tools are."""
    return demands(), says({"tools": tools})


def criterion(**given: str) -> AIMessage:
    return says(given or {"kind": "invokesTool", "tool": "compare_invoice"})


def situation(name: str) -> AIMessage:
    return says({"user_says": "Please look at INV-1003.", "name": name})


async def test_a_tool_is_chosen_filled_in_run_and_told(staged: World) -> None:
    staged.model.brain = scripted(
        demands("compare first"), criterion(), situation("Compares"), AIMessage("Drafted “Compares”.")
    )
    await staged.say("it must compare first")
    [test] = await staged.use_cases.history.tests(AGENT)
    assert (test.name, test.situation.messages[0].text) == ("Compares", "Please look at INV-1003.")
    told = [e["delta"] for e in await staged.events() if e["type"] == "TEXT_MESSAGE_CONTENT"]
    assert "".join(told[1:]).strip() == "Drafted “Compares”."
    [given] = [e["delta"] for e in await staged.events() if e["type"] == "TOOL_CALL_ARGS"]
    assert json.loads(given)["name"] == "Compares"
    assert "Compares" in staged.model.asked[-1][-1].text


async def test_each_stage_begins_with_rules_of_its_own_that_never_change(staged: World) -> None:
    staged.model.brain = scripted(
        *[m for _ in range(2) for m in (demands("compare"), criterion(), situation("One"), AIMessage("Done."))]
    )
    await staged.say("it must compare")
    await staged.say("another one")
    rules = [asked[0].text for asked in staged.model.asked]
    assert rules[:4] == rules[4:]
    assert len(set(rules[:4])) == 4
    assert all(sum(len(m.text) for m in asked) < 12_000 for asked in staged.model.asked)


async def test_several_tests_of_one_message_are_drafted_one_after_the_other(staged: World) -> None:
    staged.model.brain = scripted(
        demands("one", "two", tests=2),
        *(criterion(), situation("One"), criterion(), situation("Two")),
        AIMessage("Drafted both."),
    )
    await staged.say("two tests please")
    assert {test.name for test in await staged.use_cases.history.tests(AGENT)} == {"One", "Two"}


@pytest.mark.parametrize("unusable", ["{", "no idea", '{"tests": 1, "demands": ["be quick"], "simulated_user": false}'])
async def test_an_unusable_answer_is_asked_for_once_more(staged: World, unusable: str) -> None:
    staged.model.brain = scripted(AIMessage(unusable), *chooses("reply"))
    await staged.say("hi")
    assert (await staged.last("TEXT_MESSAGE_CONTENT"))["delta"].strip() == HELP


async def test_after_that_the_person_is_told(staged: World) -> None:
    staged.model.brain = scripted(AIMessage("{"), AIMessage("{"))
    await staged.say("hi")
    assert (await staged.last("TEXT_MESSAGE_CONTENT"))["delta"] == NOT_UNDERSTOOD


async def test_a_draft_that_cannot_be_read_is_told_and_not_made(staged: World) -> None:
    unknown = criterion(kind="invokesTool", tool="no_such_tool")
    staged.model.brain = scripted(demands("pays"), unknown, unknown, situation("Pays"))
    await staged.say("it must pay")
    assert await staged.use_cases.history.tests(AGENT) == []
    assert (await staged.last("TEXT_MESSAGE_CONTENT"))["delta"] == NOT_UNDERSTOOD


async def test_a_refused_call_is_mended_once_with_the_mistake_before_its_eyes(staged: World) -> None:
    await staged.draft()
    seen: list[str] = []

    def mends(messages: Sequence[BaseMessage]) -> AIMessage:
        seen.append(messages[-1].text)
        return says({"test": "Compares first"})

    nothing = AIMessage("There is none.")
    staged.model.brain = scripted(*chooses("read_transcript"), says({"run": "deadbeef-0001"}), mends, nothing, nothing)
    await staged.say("show run deadbeef-0001")
    assert "deadbeef-0001" in seen[0]
    assert "read_transcript (error)" in seen[0]
    called = [e["toolCallName"] for e in await staged.events() if e["type"] == "TOOL_CALL_START"]
    assert called == ["read_transcript"] * 2


async def test_a_tool_without_arguments_needs_no_second_stage(staged: World) -> None:
    staged.model.brain = scripted(*chooses("list_agents"), AIMessage("There is one agent."))
    await staged.say("who is there?")
    assert len(staged.model.asked) == 3


async def test_what_has_nothing_to_act_on_cannot_be_chosen(staged: World) -> None:
    staged.model.brain = scripted(*chooses("accept_test"), chooses("reply")[1])
    await staged.say("take it")
    assert len(staged.model.asked) == 3


async def test_what_decides_is_asked_with_a_card(staged: World) -> None:
    await staged.draft()
    staged.model.brain = scripted(*chooses("accept_test"), says({"test": "Compares first"}))
    await staged.say("take it in")
    [card] = await staged.interrupts()
    assert "accept" in json.dumps(card).lower()


async def test_each_demand_becomes_a_criterion(staged: World) -> None:
    staged.model.brain = scripted(
        demands("looks first", "says why"),
        criterion(),
        criterion(kind="satisfiesAssertion", assertion="The agent says why."),
        situation("Looks"),
        AIMessage("Ok."),
    )
    await staged.say("looks first, says why")
    [test] = await staged.use_cases.history.tests(AGENT)
    assert [criterion.kind for criterion in test.criteria] == ["invokesTool", "satisfiesAssertion"]
    told = [asked[-1].text for asked in staged.model.asked]
    assert [text.rsplit("Demand: ", 1)[-1] for text in told[1:3]] == ["looks first", "says why"]


async def test_a_test_without_a_demand_is_looked_at_once_more(staged: World) -> None:
    staged.model.brain = scripted(
        *chooses("draft_test"), demands("compares"), criterion(), situation("Compares"), AIMessage("Ok.")
    )
    await staged.say("compares")
    assert [test.name for test in await staged.use_cases.history.tests(AGENT)] == ["Compares"]


async def test_what_nobody_can_check_is_asked_about(staged: World) -> None:
    staged.model.brain = scripted(demands("be good", vague=True), says({"question": "What must it do?"}))
    await staged.say("it should be good")
    assert await staged.use_cases.history.tests(AGENT) == []
    assert [e["toolCallName"] for e in await staged.events() if e["type"] == "TOOL_CALL_START"] == ["ask"]


async def test_several_tools_of_one_message_are_called_in_their_order(staged: World) -> None:
    staged.model.brain = scripted(*chooses("list_agents", "reply", "list_tests"), says({}), AIMessage("Here."))
    await staged.say("which agents and tests are there?")
    called = [e["toolCallName"] for e in await staged.events() if e["type"] == "TOOL_CALL_START"]
    assert called == ["list_agents", "list_tests"]


async def test_a_setting_that_cannot_be_is_refused_and_told(staged: World) -> None:
    await staged.draft()
    often = says({"test": "Compares first", "runs": 500})
    staged.model.brain = scripted(*chooses("revise_draft"), often, often)
    await staged.say("500 runs please")
    told = (await staged.last("TEXT_MESSAGE_CONTENT"))["delta"]
    assert "200" in told, told
    [test] = await staged.use_cases.history.tests(AGENT)
    assert test.runs != 500


async def test_a_test_is_chosen_by_its_name_and_called_by_its_id(staged: World) -> None:
    test = await staged.draft()
    staged.model.brain = scripted(*chooses("show_test"), says({"test": "Compares first"}), AIMessage("Here it is."))
    await staged.say("show it")
    [given] = [e["delta"] for e in await staged.events() if e["type"] == "TOOL_CALL_ARGS"]
    assert json.loads(given) == {"test": test}


async def test_only_a_test_that_is_there_can_be_named(staged: World) -> None:
    await staged.draft()
    staged.model.brain = scripted(*chooses("show_test"), says({"test": "none such"}), says({"test": "none such"}))
    await staged.say("show it")
    assert (await staged.last("TEXT_MESSAGE_CONTENT"))["delta"] == NOT_UNDERSTOOD
