"""Chat models by role and name, each with the books kept: for the assistant's graph and for agents in our loop."""

import asyncio
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from langchain_core.language_models.chat_models import BaseChatModel

from optimize.adapters.models.carrier import Carrier, Errand
from optimize.adapters.models.endpoints import Endpoints
from optimize.adapters.models.ledgered_model import LedgeredChatModel
from optimize.adapters.models.registry import Registry
from optimize.application.ports.models import CallContext
from optimize.domain.cost import CallRole

Assignment = Mapping[CallRole, str]
"""Which `provider:model` serves which role."""


class ChatModels:
    """Builds what talks to a model. Raises Invalid (`unknown_provider`, `unknown_model`) for a name nobody serves."""

    def __init__(self, assignment: Assignment, registry: Registry, endpoints: Endpoints, carrier: Carrier) -> None:
        self._assignment = assignment
        self._registry = registry
        self._endpoints = endpoints
        self._carrier = carrier
        # Connections belong to the event loop that opened them; chat and runs may have one each.
        self._built: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, CallRole, bool], BaseChatModel]]
        self._built = WeakKeyDictionary()

    def name_of(self, role: CallRole) -> str:
        return self._assignment[role]

    def for_assistant(self, context: CallContext) -> BaseChatModel:
        """The assistant's model for one turn: bind tools, then `astream` (or `ainvoke`)."""
        return self.get("assistant", context, streaming=True)

    def get(
        self, role: CallRole, context: CallContext, ref: str | None = None, *, streaming: bool = False
    ) -> LedgeredChatModel:
        """The model of a role (or the one named), its calls booked under `context`."""
        name = ref or self._assignment[role]
        inner = self._inner(name, role, streaming)
        return LedgeredChatModel(inner=inner, carrier=self._carrier, errand=self.errand(role, context, name))

    def errand(self, role: CallRole, context: CallContext, ref: str) -> Errand:
        provider, _ = self._registry.find(ref)
        return Errand(provider=provider, endpoint=self._endpoints.of(provider), ref=ref, role=role, context=context)

    def _inner(self, ref: str, role: CallRole, streaming: bool) -> BaseChatModel:
        provider, model = self._registry.find(ref)
        built = self._built.setdefault(asyncio.get_running_loop(), {})
        key = (ref, role, streaming)
        if key not in built:
            built[key] = (provider.build_streaming if streaming else provider.build)(model, role)
        return built[key]
