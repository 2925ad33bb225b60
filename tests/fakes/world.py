"""The use cases, the runner and an inline engine over a real store, with the sample agent and models of one's own."""

from collections.abc import Callable
from typing import Any

from optimize.adapters.agents.connections import Connections
from optimize.adapters.store.store import SqlStore
from optimize.application.access import Access
from optimize.application.agents import Agents
from optimize.application.approvals import Approvals
from optimize.application.comparing import Comparing
from optimize.application.estimates import Estimates
from optimize.application.experiment_results import ExperimentView
from optimize.application.experiments import ExperimentOrder, Experiments
from optimize.application.explaining import Explaining
from optimize.application.health import Health
from optimize.application.history import History
from optimize.application.judge import Judge
from optimize.application.lifecycle import Lifecycle
from optimize.application.planning import BatchOrder, Planning
from optimize.application.records import AuditRecord
from optimize.application.runner import Runner
from optimize.application.scheduling import Scheduling
from optimize.application.scoring import Scoring
from optimize.application.simulated_user import Simulator
from optimize.application.suggestions import Suggestions
from optimize.application.threads import Threads
from optimize.application.views import BatchView, TestView
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor, Role
from optimize.domain.agent_definition import AgentDefinition
from optimize.samples.invoice_exceptions.versions import AGENT_NAME, MODULE, VERSIONS
from tests.fakes.clock import FakeClock
from tests.fakes.gated_models import GatedModels
from tests.fakes.ids import CountingIds
from tests.fakes.inline_engine import InlineEngine
from tests.fakes.live import FakeLive
from tests.fakes.models import Document, FakeModels, says
from tests.fakes.outages import Outages
from tests.fakes.price_list import FakePrices
from tests.fakes.prompts import FakePrompts

ADMIN = Actor(name="ann")
EDITOR = Actor(name="eve", role=Role.EDITOR)
VIEWER = Actor(name="vic", role=Role.VIEWER)
ASSISTANT = Actor(name="ann", assistant=True)
AGENT = AGENT_NAME
ADMIN_TOKEN = "operator-token"

COMPARES = {"kind": "invokesTool", "tool": "compare_invoice", "before": "register_supplier_query"}
CLAUSE = {"kind": "satisfiesAssertion", "assertion": "The assessment names a specific clause of the contract."}
NEVER_COMPARES = {"kind": "doesNotInvokeTool", "tool": "compare_invoice"}


def body(*criteria: dict[str, Any], **parts: Any) -> TestBody:
    """A test of the sample agent; by default one that its careful version passes and its hasty one fails."""
    said: dict[str, Any] = {
        "name": "Compares before it registers",
        "situation": {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]},
        "criteria": list(criteria) or [COMPARES],
    }
    return TestBody.model_validate(said | parts)


def judging(verdict: str) -> Callable[[Document], Document]:
    """A judge that always says the same, quoting the last message of the record."""

    def answer(document: Document) -> Document:
        last = document["record"][-1]
        return {
            "nonce": document["nonce"],
            "reason": f"The last message shows that it is {verdict}.",
            "citations": [{"event": last["event"], "quote": last["text"][:40]}],
            "verdict": verdict,
            "control": "not_met",
        }

    return answer


class World:
    """What a test can do, in the words of the product. Batches are carried to their end before they are returned."""

    def __init__(self, store: SqlStore) -> None:
        self.store, self.clock, self.ids, self.live = store, FakeClock(), CountingIds(), FakeLive()
        self.models = FakeModels(judge=judging("met"), simulator=says("Thanks", "goal_reached"))
        self.prices = FakePrices()
        self.connections = Outages(Connections(frozenset({MODULE})))
        models, prompts = GatedModels(self.models, store), FakePrompts()
        scoring, simulator = Scoring(Judge(models, prompts, self.ids)), Simulator(models, prompts)
        runner = Runner(store, self.connections, simulator, scoring, self.clock, self.live, "worker-1")
        self.engine = InlineEngine(runner, 1)
        self.agents = Agents(store, self.connections, self.clock, self.ids, self.live)
        self.lifecycle = Lifecycle(store, self.connections, self.clock, self.ids, self.live)
        self.planning = Planning(store, self.engine, self.clock, self.ids, self.live)
        self.history, self.explaining = History(store, self.clock), Explaining(store)
        self.estimates = Estimates(store, self.models, self.prices)
        self.comparing, self.health = Comparing(store), Health(store)
        parts = (store, self.planning, self.engine)
        self.experiments = Experiments(*parts, self.estimates, self.clock, self.ids, self.live)
        self.scheduling = Scheduling(*parts, self.clock, self.ids, self.live)
        self.approvals = Approvals(store, self.clock, self.ids, self.live)
        self.access = Access(store, self.clock, self.ids, ADMIN_TOKEN)
        self.threads, self.suggestions = Threads(store, self.clock, self.ids), Suggestions(store)

    async def begin(self) -> None:
        """Register the sample agent: `careful` is live, `hasty` and `inventive` wait."""
        (label, first), *others = VERSIONS
        await self.agents.register(first, actor=ADMIN, label=label, operator=True)
        for label, definition in others:
            await self.agents.add_version(AGENT, definition, actor=ADMIN, label=label, operator=True)

    async def register(self, definition: AgentDefinition | dict[str, Any]) -> str:
        """One more agent, and its name."""
        view = await self.agents.register(AgentDefinition.model_validate(definition), actor=ADMIN)
        return view.name

    def judge_says(self, verdict: str) -> None:
        self.models.answers["judge"] = judging(verdict)

    async def draft(self, *criteria: dict[str, Any], **parts: Any) -> TestView:
        self.clock.advance(1)
        return await self.lifecycle.draft(AGENT, body(*criteria, **parts), actor=EDITOR)

    async def accepted(self, *criteria: dict[str, Any], **parts: Any) -> TestView:
        drafted = await self.draft(*criteria, **parts)
        return await self.lifecycle.accept(drafted.id, actor=ADMIN)

    async def started(self, kind: str = "run_all", agent: str = AGENT, **parts: Any) -> BatchView:
        """Planned, and nothing of it has run yet."""
        self.clock.advance(1)
        order = BatchOrder.model_validate({"kind": kind, **parts})
        return await self.planning.start(agent, order, actor=ADMIN)

    async def ran(self, kind: str = "run_all", agent: str = AGENT, **parts: Any) -> BatchView:
        batch = await self.started(kind, agent, **parts)
        self.clock.advance(1)
        await self.engine.work()
        return await self.history.batch(batch.id)

    async def experiment(self, change: dict[str, Any], **parts: Any) -> ExperimentView:
        """Carried to its end."""
        self.clock.advance(1)
        order = ExperimentOrder.model_validate({"change": change, **parts})
        started = await self.experiments.start(AGENT, order, actor=ADMIN)
        self.clock.advance(1)
        await self.engine.work()
        return await self.experiments.view(started.id)

    async def dry_run(self, test_id: str, **parts: Any) -> BatchView:
        return await self.ran("dry_run", tests=(test_id,), **parts)

    async def audit(self) -> list[AuditRecord]:
        """Oldest first."""
        async with self.store.reading() as tx:
            return (await tx.audit.list())[::-1]
