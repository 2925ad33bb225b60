"""A small model is asked in stages, each short: which tool, its arguments, the reply. The rest is as ever."""

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from langchain_core.messages import AIMessage, BaseMessage

from optimize.adapters.prompts import FilePrompts
from optimize.assistant.staged import NOT_UNDERSTOOD
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


def chooses(tool: str, *demands: str, tests: int = 1) -> AIMessage:
    return says({"tests": tests, "demands": demands, "tool": tool, "simulated_user": False})


def draft(name: str, *criteria: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = criteria or ({"kind": "invokesTool", "tool": "compare_invoice"},)
    written = [{"demand": "as said", **criterion} for criterion in given]
    return {"criteria": written, "user_says": "Please look at INV-1003.", "name": name, **more}


async def test_a_tool_is_chosen_filled_in_run_and_told(staged: World) -> None:
    staged.model.brain = scripted(
        chooses("draft_test"), says({"drafts": [draft("Compares")]}), AIMessage("Drafted “Compares”.")
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
        *[m for _ in range(2) for m in (chooses("draft_test"), says({"drafts": [draft("One")]}), AIMessage("Done."))]
    )
    await staged.say("it must compare")
    await staged.say("another one")
    rules = [asked[0].text for asked in staged.model.asked]
    assert rules[:3] == rules[3:]
    assert len(set(rules[:3])) == 3
    assert all(sum(len(m.text) for m in asked) < 8_000 for asked in staged.model.asked)


async def test_several_tests_of_one_message_are_filled_in_at_once(staged: World) -> None:
    staged.model.brain = scripted(
        chooses("draft_test", "one", "two", tests=2),
        says({"drafts": [draft("One"), draft("Two")]}),
        AIMessage("Drafted both."),
    )
    await staged.say("two tests please")
    assert {test.name for test in await staged.use_cases.history.tests(AGENT)} == {"One", "Two"}


@pytest.mark.parametrize(
    "unusable", ["{", "no idea", '{"tests": 1, "demands": [], "tool": "make_coffee", "simulated_user": false}']
)
async def test_an_unusable_choice_is_asked_for_once_more(staged: World, unusable: str) -> None:
    staged.model.brain = scripted(AIMessage(unusable), chooses("reply"), AIMessage("Hello."))
    await staged.say("hi")
    assert (await staged.last("TEXT_MESSAGE_CONTENT"))["delta"].strip() == "Hello."


async def test_after_that_the_person_is_told(staged: World) -> None:
    staged.model.brain = scripted(AIMessage("{"), AIMessage("{"))
    await staged.say("hi")
    assert (await staged.last("TEXT_MESSAGE_CONTENT"))["delta"] == NOT_UNDERSTOOD


async def test_a_draft_that_cannot_be_read_is_told_and_not_made(staged: World) -> None:
    unknown = says({"drafts": [draft("Pays", {"kind": "invokesTool", "tool": "no_such_tool"})]})
    staged.model.brain = scripted(chooses("draft_test"), unknown, unknown)
    await staged.say("it must pay")
    assert await staged.use_cases.history.tests(AGENT) == []
    assert (await staged.last("TEXT_MESSAGE_CONTENT"))["delta"] == NOT_UNDERSTOOD


async def test_a_refused_call_is_mended_once_with_the_mistake_before_its_eyes(staged: World) -> None:
    await staged.draft()
    seen: list[str] = []

    def mends(messages: Sequence[BaseMessage]) -> AIMessage:
        seen.append(messages[-1].text)
        return says({"test": "Compares first"})

    staged.model.brain = scripted(
        chooses("show_test"), says({"test": "none such"}), mends, AIMessage("Here it is."), AIMessage("Here it is.")
    )
    await staged.say("show it")
    assert "none such" in seen[0]
    assert "show_test (error)" in seen[0]
    assert [e["toolCallName"] for e in await staged.events() if e["type"] == "TOOL_CALL_START"] == ["show_test"] * 2


async def test_a_tool_without_arguments_needs_no_second_stage(staged: World) -> None:
    staged.model.brain = scripted(chooses("list_agents"), AIMessage("There is one agent."))
    await staged.say("who is there?")
    assert len(staged.model.asked) == 2


async def test_what_has_nothing_to_act_on_cannot_be_chosen(staged: World) -> None:
    staged.model.brain = scripted(chooses("accept_test"), chooses("reply"), AIMessage("There is no draft."))
    await staged.say("take it")
    assert len(staged.model.asked) == 3


async def test_what_decides_is_asked_with_a_card(staged: World) -> None:
    test = await staged.draft()
    staged.model.brain = scripted(chooses("accept_test"), says({"test": test}))
    await staged.say("take it in")
    [card] = await staged.interrupts()
    assert "accept" in json.dumps(card).lower()


@pytest.mark.parametrize("tool", ["draft_test", "ask", "reply"])
async def test_each_demand_becomes_a_criterion(staged: World, tool: str) -> None:
    criteria = [
        {"demand": "looks first", "kind": "invokesTool", "tool": "compare_invoice"},
        {"demand": "says why", "kind": "satisfiesAssertion", "assertion": "The agent says why."},
    ]
    forgets, keeps = draft("Looks"), draft("Looks", *criteria)
    staged.model.brain = scripted(
        chooses(tool, "looks first", "says why"),
        says({"drafts": [forgets]}),
        says({"drafts": [keeps]}),
        AIMessage("Ok."),
    )
    await staged.say("looks first, says why")
    [test] = await staged.use_cases.history.tests(AGENT)
    assert [criterion.kind for criterion in test.criteria] == ["invokesTool", "satisfiesAssertion"]
