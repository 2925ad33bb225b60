"""Models as use cases see them: one question, one typed answer, on the ledger before it leaves."""

from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from optimize.domain.cost import CallRole, Usage


class PromptMessage(BaseModel):
    model_config = ConfigDict(frozen=True)

    role: Literal["system", "user", "assistant"]
    text: str


class ModelReply(BaseModel):
    """`parsed` is the structured answer if a schema was asked for and the text fits it; else `problem` says why not."""

    model_config = ConfigDict(frozen=True)

    text: str
    parsed: dict[str, Any] | None = None
    problem: str | None = None
    usage: Usage = Usage()
    model: str


class CallContext(BaseModel):
    """What a call belongs to in the ledger."""

    model_config = ConfigDict(frozen=True)

    agent: str
    run: str | None = None
    turn: str | None = None
    attempt: int = 1


class Models(Protocol):
    def name_of(self, role: CallRole) -> str:
        """`provider:model` that serves a role."""
        ...

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
        """One answer. Raises Unavailable (`model_unavailable`) after its own retries, with what to do."""
        ...
