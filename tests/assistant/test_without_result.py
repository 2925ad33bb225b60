"""Who asks about a test that has not been run hears which one that is: it may not be the one that was meant."""

import json

import pytest
from langchain_core.messages import AIMessage, ToolMessage

from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.replies.telling import tell
from optimize.adapters.models.offline.turn import Told
from tests.adapters.offline.threads import known, plan
from tests.assistant.conftest import World
from tests.fakes.scripted_model import calls, scripted


@pytest.mark.parametrize("tool", ["read_results", "explain_result"])
async def test_the_tool_names_the_test(world: World, tool: str) -> None:
    test = await world.draft()
    name = (await world.use_cases.lifecycle.view(test)).name
    world.model.brain = scripted(calls((tool, {"test": test})), AIMessage("So it is."))
    await world.say("which tests failed?")
    [told] = [message for message in world.model.asked[-1] if isinstance(message, ToolMessage)]
    answer = json.loads(told.text)
    assert (answer["status"], answer["summary"]) == ("empty", f"“{name}” has not been run yet: no result.")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "zh", "ja"])
def test_the_offline_model_says_it_in_the_language_of_the_person(language: str) -> None:
    told = Told(
        tool="read_results",
        arguments={},
        status="empty",
        summary="server's words",
        data={"without_result": "No refund"},
    )
    said = tell(plan(("read_results", {}), language=language), [told], known())
    assert "No refund" in said
    assert said == Phrases(language).say("empty.of_test", name="No refund")
