"""Whether the model of a role answers at all: one tiny question, on the ledger like any other."""

import asyncio
from typing import Final

from optimize.application.ports.clock import Clock
from optimize.application.ports.models import CallContext, Models, PromptMessage
from optimize.application.views import View
from optimize.domain.actor import Actor, Role
from optimize.domain.cost import BUILT_IN, CallRole
from optimize.domain.errors import Invalid, Unavailable

SECONDS: Final = 30.0
_MOST_TOKENS: Final = 200
"""Room for a model that thinks before it speaks; the answer itself is one word."""
_QUESTION: Final = "This is a connection test. Answer with the one word: ready"


class ModelAnswer(View):
    """What came of asking the model of a role. `detail` says what is wrong and what to do; tokens None: not told."""

    role: CallRole
    model: str
    answers: bool
    seconds: float | None = None
    error: str | None = None
    detail: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None


async def check_model(models: Models, clock: Clock, role: CallRole, *, agent: str, actor: Actor) -> ModelAnswer:
    """Ask once and say what came of it; what is wrong with the model is an answer too. Booked under `agent`.

    Raises Forbidden for those who may only read.
    """
    actor.require(Role.EDITOR)
    model = models.name_of(role)
    if model.startswith(BUILT_IN):
        return ModelAnswer(role=role, model=model, answers=True, detail="It is built in: no call leaves this service.")
    began = clock.monotonic()
    try:
        async with asyncio.timeout(SECONDS):
            reply = await models.ask(
                role,
                [PromptMessage(role="user", text=_QUESTION)],
                context=CallContext(agent=agent),
                max_tokens=_MOST_TOKENS,
            )
    except (Invalid, Unavailable) as error:
        return ModelAnswer(role=role, model=model, answers=False, error=error.code, detail=error.detail)
    except TimeoutError:
        detail = f"{model} gave no answer within {SECONDS:g} seconds: try again, or look at what serves it."
        return ModelAnswer(role=role, model=model, answers=False, error="model_unavailable", detail=detail)
    return ModelAnswer(
        role=role,
        model=model,
        answers=True,
        seconds=round(clock.monotonic() - began, 3),
        detail=reply.problem or "",
        input_tokens=reply.usage.input_tokens,
        output_tokens=reply.usage.output_tokens,
    )
