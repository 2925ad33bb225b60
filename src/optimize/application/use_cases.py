"""Everything that a door or a tool may do, in one place. Built by `bootstrap`."""

from dataclasses import dataclass
from decimal import Decimal

from optimize.application.access import Access
from optimize.application.agents import Agents
from optimize.application.approvals import Approvals
from optimize.application.comparing import Comparing
from optimize.application.estimates import Estimates
from optimize.application.experiments import Experiments
from optimize.application.explaining import Explaining
from optimize.application.health import Health
from optimize.application.history import History
from optimize.application.lifecycle import Lifecycle
from optimize.application.planning import Planning
from optimize.application.scheduling import Scheduling
from optimize.application.suggestions import Suggestions
from optimize.application.threads import Threads


@dataclass(frozen=True)
class UseCases:
    access: Access
    agents: Agents
    approvals: Approvals
    comparing: Comparing
    estimates: Estimates
    experiments: Experiments
    explaining: Explaining
    health: Health
    history: History
    lifecycle: Lifecycle
    planning: Planning
    scheduling: Scheduling
    suggestions: Suggestions
    threads: Threads
    free_allowance: Decimal
    """US dollars the assistant may spend on one batch without a person's yes."""
