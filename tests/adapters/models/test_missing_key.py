"""Without a key where one is needed, the missing setting is what a person reads first."""

import pytest

from optimize.application.ports.models import PromptMessage
from optimize.domain.errors import Unavailable
from tests.adapters.models.conftest import CONTEXT, Bench, says
from tests.standins.openai_wire import Step, Wire

ASKED = [PromptMessage(role="user", text="Hello?")]


async def refusal(bench: Bench) -> str:
    with pytest.raises(Unavailable) as caught:
        await bench.models.ask("judge", ASKED, context=CONTEXT)
    assert caught.value.code == "model_unavailable"
    return caught.value.detail


async def test_openai_itself_is_not_asked_without_a_key() -> None:
    bench = Bench(Wire(says("Hi")), openai_api_key=None, openai_base_url=None)
    assert await refusal(bench) == (
        "OPENAI_API_KEY is missing: openai:small at api.openai.com needs it. Set it, or OPENAI_BASE_URL for a server "
        "of your own, and start Optimize again."
    )
    assert (bench.wire.requests, bench.store.states, bench.waits) == ([], [], [])


@pytest.mark.parametrize("status", [401, 403])
async def test_a_server_of_ones_own_that_wants_a_key_is_asked_once(status: int) -> None:
    bench = Bench(Wire(says("Hi")), openai_api_key=None)
    bench.wire.steps.append(Step(status=status))
    assert await refusal(bench) == (
        "OPENAI_API_KEY is missing: openai:small at wire needs it. Set it and start Optimize again."
    )
    assert bench.store.states == ["failed"]


async def test_a_server_of_ones_own_may_do_without() -> None:
    bench = Bench(Wire(says("Hello there.")), openai_api_key=None)
    assert (await bench.models.ask("judge", ASKED, context=CONTEXT)).text == "Hello there."


async def test_other_trouble_is_not_put_down_to_the_key() -> None:
    bench = Bench(Wire(says("Hi")), openai_api_key=None)
    bench.wire.steps.append(Step(status=404, error="no model small"))
    assert "OPENAI_API_KEY" not in await refusal(bench)
