"""Models that say what a test wrote down for them."""

import json
from collections.abc import Callable
from typing import Any

from optimize.application.ports.models import CallContext, ModelReply, PromptMessage
from optimize.domain.cost import CallRole

Document = dict[str, Any]
Answer = Callable[[Document], Document | str]
"""From the JSON document of the last user message to an object, or to a text that fits no schema."""


class FakeModels:
    """One `Answer` per role; a role without one must not be asked. An answer may raise."""

    def __init__(self, **answers: Answer) -> None:
        self.answers = answers
        self.asked: list[tuple[CallRole, Document, CallContext]] = []

    def name_of(self, role: CallRole) -> str:
        return f"fake:{role}"

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
        assert schema is not None
        document = json.loads(messages[-1].text)
        self.asked.append((role, document, context))
        answer = self.answers[role](document)
        name = model or self.name_of(role)
        if isinstance(answer, str):
            return ModelReply(text=answer, problem="The answer was not a readable JSON object.", model=name)
        return ModelReply(text=json.dumps(answer), parsed=answer, model=name)

    def documents(self, role: CallRole) -> list[Document]:
        """What a role was asked, in order."""
        return [document for asked, document, _ in self.asked if asked == role]


def finds(quote: str, *, event: int = 1, **changed: Any) -> Answer:
    """A judge that says the requirement is met because of a quote; `changed` overrides parts of its answer."""

    def answer(document: Document) -> Document:
        return {
            "nonce": document["nonce"],
            "reason": f"It says “{quote}”.",
            "citations": [{"event": event, "quote": quote}],
            "verdict": "met",
            "control": "not_met",
            **changed,
        }

    return answer


def in_turn(*answers: Answer) -> Answer:
    """The first answer for the first question, and so on; a question too many is an error."""
    left = list(answers)

    def answer(document: Document) -> Document | str:
        return left.pop(0)(document)

    return answer


def says(message: str, status: str = "continue") -> Answer:
    """A simulated user that says this."""
    return lambda _document: {"message": message, "status": status}
