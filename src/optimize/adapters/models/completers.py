"""What answers in one piece, by role and name, each with the books kept: for judges, users and agents in our loop."""

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress
from weakref import WeakKeyDictionary

from optimize.adapters.models.carrier import Carrier, Errand
from optimize.adapters.models.completing import Completing
from optimize.adapters.models.endpoints import Endpoints
from optimize.adapters.models.ledgered import Ledgered
from optimize.adapters.models.registry import Registry
from optimize.application.ports.models import CallContext
from optimize.domain.cost import CallRole
from optimize.domain.errors import Invalid

Assignment = Mapping[CallRole, str]
"""Which `provider:model` serves which role."""


class Completers:
    """Builds what talks to a model. Raises Invalid (`unknown_provider`, `unknown_model`) for a name nobody serves."""

    def __init__(self, assignment: Assignment, registry: Registry, endpoints: Endpoints, carrier: Carrier) -> None:
        self.registry = registry
        self.carrier = carrier
        self._assignment = assignment
        self._endpoints = endpoints
        # Connections belong to the event loop that opened them; chat and runs may have one each.
        self._built: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, CallRole], Completing]]
        self._built = WeakKeyDictionary()

    def name_of(self, role: CallRole) -> str:
        return self._assignment[role]

    def get(self, role: CallRole, context: CallContext, ref: str | None = None) -> Ledgered:
        """The model of a role (or the one named), its calls booked under `context`."""
        name = ref or self._assignment[role]
        return Ledgered(self._inner(name, role), self.carrier, self.errand(role, context, name))

    def errand(self, role: CallRole, context: CallContext, ref: str) -> Errand:
        provider, _ = self.registry.find(ref)
        return Errand(provider=provider, endpoint=self._endpoints.of(provider), ref=ref, role=role, context=context)

    def prepare(self, loop: asyncio.AbstractEventLoop, roles: Collection[CallRole]) -> None:
        """Build what will be asked in these roles by the tasks of a loop, so that their first call need not wait.

        May be called in a thread. What cannot be built is told to whoever asks it.
        """
        for role in roles:
            with suppress(Invalid):
                self._inner(self._assignment[role], role, loop)

    def _inner(self, ref: str, role: CallRole, loop: asyncio.AbstractEventLoop | None = None) -> Completing:
        built = self._built.setdefault(loop or asyncio.get_running_loop(), {})
        if (ref, role) not in built:
            provider, model = self.registry.find(ref)
            built[ref, role] = provider.build(model, role)
        return built[ref, role]
