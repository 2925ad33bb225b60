"""A request begins like the one before it, so that endpoints need not read it all again."""

import json

from langchain_core.messages import AIMessage, SystemMessage

from tests.assistant.conftest import World
from tests.fakes.scripted_model import calls, scripted, words_of


async def test_what_changes_stands_at_the_end(world: World) -> None:
    test = await world.draft()
    world.model.brain = scripted(AIMessage("one"), calls(("show_test", {"test": test})), AIMessage("two"))
    await world.say("first")
    await world.say("second")
    first, second, third = world.model.asked
    assert isinstance(first[0], SystemMessage)
    assert first[0].text == second[0].text == third[0].text
    assert "```json" not in first[0].text
    assert [message.text.strip() for message in second[1:3]] == ["first", "one"]
    for asked, said in ((first, "first"), (second, "second"), (third, "second")):
        [briefed] = [message for message in asked if "```json" in message.text]
        assert words_of(briefed) == said
        assert test in briefed.text
    assert [message.type for message in third] == ["system", "human", "ai", "human", "ai", "tool"]


async def test_the_versions_are_known_and_which_of_them_is_live(world: World) -> None:
    world.model.brain = scripted(AIMessage("one"))
    await world.say("is version 2 better than the live one?")
    [briefed] = [message.text for message in world.model.asked[0] if "```json" in message.text]
    versions = json.loads(briefed.partition("```json\n")[2].partition("\n```")[0])["versions"]
    assert [version["number"] for version in versions] == sorted(version["number"] for version in versions)
    assert [version["live"] for version in versions].count(True) == 1
