"""The test of a model says what a person needs to know, and costs what it costs."""

import asyncio
from typing import Any

import pytest

from optimize.application import model_check
from optimize.application.model_check import check_model
from optimize.application.ports.models import CallContext, ModelReply, PromptMessage
from optimize.domain.actor import Actor, Role
from optimize.domain.cost import CallRole, Usage
from optimize.domain.errors import Forbidden, Unavailable
from tests.fakes.clock import FakeClock

ANN = Actor(name="ann", role=Role.EDITOR)


class OneModel:
    """Takes 0.4 s, then answers, or raises what it is given."""

    def __init__(self, clock: FakeClock, name: str = "openai:small", problem: str | None = None) -> None:
        self.clock, self.name, self.problem = clock, name, problem
        self.error: Exception | None = None
        self.asked: list[tuple[CallRole, CallContext, int]] = []

    def name_of(self, role: CallRole) -> str:
        return self.name

    async def ask(
        self,
        role: CallRole,
        messages: list[PromptMessage],
        *,
        context: CallContext,
        schema: dict[str, Any] | None = None,
        model: str | None = None,
        max_tokens: int = 1_500,
    ) -> ModelReply:
        self.asked.append((role, context, max_tokens))
        self.clock.advance(0.4)
        if self.error:
            raise self.error
        usage = Usage(input_tokens=9, output_tokens=1)
        return ModelReply(text="ready", problem=self.problem, usage=usage, model=self.name)


@pytest.fixture
def model() -> OneModel:
    return OneModel(FakeClock())


async def test_it_says_how_long_the_answer_took_and_books_it_under_the_agent(model: OneModel) -> None:
    answer = await check_model(model, model.clock, "judge", agent="invoices", actor=ANN)
    assert (answer.answers, answer.seconds, answer.error, answer.detail) == (True, 0.4, None, "")
    assert (answer.input_tokens, answer.output_tokens) == (9, 1)
    assert [(role, context.agent, context.run) for role, context, _ in model.asked] == [("judge", "invoices", None)]


async def test_what_is_odd_about_an_answer_is_said(model: OneModel) -> None:
    model.problem = "The answer was cut off at its length limit."
    answer = await check_model(model, model.clock, "agent", agent="invoices", actor=ANN)
    assert (answer.answers, answer.detail) == (True, model.problem)


async def test_a_model_that_does_not_answer_is_an_answer_with_what_to_do(model: OneModel) -> None:
    model.error = Unavailable("model_unavailable", "The key was refused. Set OPENAI_API_KEY.")
    answer = await check_model(model, model.clock, "agent", agent="invoices", actor=ANN)
    assert (answer.answers, answer.error) == (False, "model_unavailable")
    assert answer.detail == "The key was refused. Set OPENAI_API_KEY."


async def test_a_model_that_never_answers_is_given_up(model: OneModel, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: Any, **__: Any) -> ModelReply:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(model, "ask", never)
    monkeypatch.setattr(model_check, "SECONDS", 0.01)
    answer = await check_model(model, model.clock, "agent", agent="invoices", actor=ANN)
    assert (answer.answers, answer.error) == (False, "model_unavailable")


async def test_what_is_built_in_is_not_called(model: OneModel) -> None:
    model.name = "offline:rules"
    answer = await check_model(model, model.clock, "agent", agent="invoices", actor=ANN)
    assert (answer.answers, answer.seconds, model.asked) == (True, None, [])
    assert answer.detail == "It is built in: no call leaves this service."


async def test_a_viewer_may_not_spend(model: OneModel) -> None:
    with pytest.raises(Forbidden):
        await check_model(model, model.clock, "judge", agent="a", actor=Actor(name="vi", role=Role.VIEWER))
    assert model.asked == []
