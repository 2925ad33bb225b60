"""What a provider of models is: it builds a chat model, says where it lives, and reads its errors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import datetime
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.completing import Completing
from optimize.adapters.models.faults import AnswerRefused, CallFailed, Fault
from optimize.domain.cost import CallRole

if TYPE_CHECKING:
    from langchain_core.language_models.chat_models import BaseChatModel

_AT_ONCE: Final = "optimize.adapters.models.at_once:AtOnce"
"""LangChain's chat models take a quarter of a second to load, and a process without a chat needs none."""


class Provider(ABC):
    """One kind of place where models run. `prefix` is what stands before the colon in `provider:model`."""

    prefix: ClassVar[str]
    here: ClassVar[bool] = False
    """Runs inside this process: no limit, no retry, no price."""

    def __init__(self, access: ModelAccess) -> None:
        self.access = access

    @property
    @abstractmethod
    def host(self) -> str:
        """Where it lives, as a person may read it (no user info, no key)."""

    @property
    @abstractmethod
    def endpoint(self) -> tuple[str, ...]:
        """What shares one limiter: the address and the key's identity."""

    @abstractmethod
    def build(self, model: str, role: CallRole) -> Completing:
        """What answers in one piece, with its own retries off."""

    def build_streaming(self, model: str, role: CallRole) -> BaseChatModel:
        """A LangChain chat model for the chat. Its answer can be watched while it is written, if the provider can."""
        return cast("BaseChatModel", resolve_name(_AT_ONCE)(inner=self.build(model, role)))

    @abstractmethod
    def outcome_of(self, error: Exception, now: datetime) -> CallFailed | AnswerRefused | None:
        """What an exception of the chat model means; None if it is none of the provider's."""

    def lacking(self) -> Fault | None:
        """What keeps its models from being asked at all; None if nothing that is known here."""
        return None

    def output_limit(self, max_tokens: int) -> dict[str, Any]:
        """Call options that bound the answer."""
        return {"max_tokens": max_tokens}

    def schema_options(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Call options that make the provider itself hold an answer to a schema; empty if it cannot."""
        del schema
        return {}
