"""What talks to models, put together. To load it takes as long as half of all else that carries runs: see `later`."""

from collections.abc import Mapping
from random import SystemRandom
from typing import NamedTuple

from optimize.adapters.agents.chat_agent_model import ChatAgentModel
from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.calling import LedgerModels
from optimize.adapters.models.carrier import Carrier
from optimize.adapters.models.completers import Assignment, Completers
from optimize.adapters.models.endpoints import Endpoints
from optimize.adapters.models.ledger import Ledger
from optimize.adapters.models.providers import PROVIDERS
from optimize.adapters.models.providers.base import Provider
from optimize.adapters.models.registry import Registry
from optimize.application.pausing import Pausing
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.live import Live
from optimize.application.ports.models import CallContext
from optimize.application.ports.prices import Prices
from optimize.application.ports.store import Store
from optimize.domain.agent_definition import ModelChoice

Providers = Mapping[str, type[Provider]]


class Talking(NamedTuple):
    completers: Completers
    models: LedgerModels

    def agent_model(self, choice: ModelChoice, context: CallContext) -> ChatAgentModel:
        """The model of a declared agent, with its calls in the ledger."""
        return ChatAgentModel(self.completers.get("agent", context, choice.ref), choice.settings)


def talking(
    access: ModelAccess,
    assignment: Assignment,
    providers: Providers | None,
    *,
    store: Store,
    live: Live,
    clock: Clock,
    ids: Ids,
    prices: Prices,
) -> Talking:
    """`providers`: others than those that ship."""
    carrier = Carrier(Ledger(store, clock, ids, prices), Pausing(store, live), clock, access, rng=SystemRandom())
    registry = Registry(access, PROVIDERS if providers is None else providers)
    completers = Completers(assignment, registry, Endpoints(access), carrier)
    return Talking(completers, LedgerModels(completers))
