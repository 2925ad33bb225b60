"""Agents under test, their immutable versions, and which version is live."""

from collections.abc import Sequence
from typing import NamedTuple

from optimize.application.auditing import AuditNote, audit, on_record
from optimize.application.ports.agent_under_test import AgentCheck
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.live import Live
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import ActivationRecord, AgentRecord, VersionRecord
from optimize.application.releases import gate_report, require_release
from optimize.application.views import AgentSummary, AgentView, Release, ToolView, VersionView
from optimize.domain.actor import Actor
from optimize.domain.agent_definition import AgentDefinition, version_hash
from optimize.domain.errors import Conflict, Forbidden, NotFound
from optimize.domain.setup import WritePolicy
from optimize.domain.text import clean, fold, shortened

_LABEL, _REASON = 60, 4_000


async def require_agent(tx: Transaction, name: str) -> AgentRecord:
    agent = await tx.agents.get(clean(name))
    if agent is None:
        raise NotFound("no_such_agent", f"There is no agent named {name}.", agent=name)
    return agent


async def live_version(tx: Transaction, agent: str) -> VersionRecord:
    """The version that the newest activation names."""
    activations = await tx.agents.activations(agent)
    version = await tx.agents.version(activations[-1].version) if activations else None
    if version is None:
        raise Conflict("no_live_version", f"{agent} has no live version yet: activate one first.", agent=agent)
    return version


async def find_version(tx: Transaction, agent: str, reference: str) -> VersionRecord:
    """A version of an agent by id, number (`2` or `v2`) or a label that only one has."""
    wanted = fold(clean(reference))
    versions = await tx.agents.versions(agent)
    numbered = [v for v in versions if wanted in (v.id, str(v.number), f"v{v.number}")]
    fitting = numbered or [v for v in versions if wanted and fold(v.label) == wanted]
    if len(fitting) != 1:
        known = ", ".join(f"{v.number} {v.label}".strip() for v in versions)
        raise NotFound("no_such_version", f"{agent} has no single version {wanted}. It has: {known}.", version=wanted)
    return fitting[0]


class VersionName(NamedTuple):
    """What people call a version, and whether it is the live one."""

    number: int
    label: str
    live: bool


class Agents:
    """The use cases around an agent."""

    def __init__(
        self,
        store: Store,
        check: AgentCheck,
        clock: Clock,
        ids: Ids,
        live: Live,
        allowed_modules: frozenset[str] = frozenset(),
    ) -> None:
        """`allowed_modules`: the Python modules whose code the operator lets definitions name."""
        self._store, self._check, self._clock, self._ids, self._live = store, check, clock, ids, live
        self._allowed_modules = allowed_modules

    async def register(
        self, definition: AgentDefinition, *, actor: Actor, label: str = "", operator: bool = False
    ) -> AgentView:
        """A new agent whose first version goes live. `operator`: the definition may name any code.

        Raises Invalid `agent_not_loadable`, `unknown_provider` or `unknown_model` for one that could never run.
        """
        async with on_record(self._store, self._clock, actor, "register", definition.name) as tx:
            actor.require_person("register an agent")
            _refuse_code(definition, self._allowed_modules, operator=operator)
            self._check.check(definition)
            if await tx.agents.get(definition.name):
                raise Conflict("agent_exists", f"There is already an agent named {definition.name}.")
            now = self._clock.now()
            await tx.agents.add(AgentRecord(name=definition.name, created_at=now, created_by=actor.name))
            version = await self._add_version(tx, definition, label=label, actor=actor)
            await self._activate(tx, definition.name, version, actor=actor, reason="first version")
        await self._live.record_changed("agent", definition.name, agent=definition.name)
        return await self.view(definition.name)

    async def add_version(
        self, agent: str, definition: AgentDefinition, *, actor: Actor, label: str = "", operator: bool = False
    ) -> VersionView:
        """A further version; it is not live until it is activated. Equal content is refused: it is that version."""
        async with on_record(self._store, self._clock, actor, "version", agent) as tx:
            actor.require_person("add a version")
            _refuse_code(definition, self._allowed_modules, operator=operator)
            self._check.check(definition)
            await require_agent(tx, agent)
            if definition.name != agent:
                raise Conflict("wrong_agent", f"This definition is of {definition.name}, not of {agent}.")
            version = await self._add_version(tx, definition, label=label, actor=actor)
        await self._live.record_changed("agent", agent, agent=agent)
        return _version_view(version, live=False)

    async def activate(self, agent: str, reference: str, *, reason: str, actor: Actor) -> AgentView:
        """Make a version live. Under `gated` every accepted test must have passed on exactly that version."""
        async with on_record(self._store, self._clock, actor, "activate", agent) as tx:
            actor.require_person("activate a version")
            record = await require_agent(tx, agent)
            version = await find_version(tx, agent, reference)
            if record.release == "gated":
                await require_release(tx, agent, version.id)
            await self._activate(tx, agent, version, actor=actor, reason=reason)
        await self._live.record_changed("agent", agent, agent=agent)
        return await self.view(agent)

    async def set_policy(self, agent: str, *, release: Release, writes: WritePolicy, actor: Actor) -> AgentView:
        async with on_record(self._store, self._clock, actor, "policy", agent) as tx:
            actor.require_person("change the policy")
            before = await require_agent(tx, agent)
            await tx.agents.set_policy(agent, release=release, writes=writes)
            note = AuditNote(
                action="policy", object=agent, before=f"{before.release}/{before.writes}", after=f"{release}/{writes}"
            )
            await audit(tx, self._clock.now(), actor, note)
        await self._live.record_changed("agent", agent, agent=agent)
        return await self.view(agent)

    async def list(self) -> list[AgentSummary]:
        async with self._store.reading() as tx:
            return [await _summary(tx, agent) for agent in await tx.agents.list()]

    async def names(self) -> Sequence[str]:
        async with self._store.reading() as tx:
            return [agent.name for agent in await tx.agents.list()]

    async def live(self, name: str) -> AgentDefinition:
        """The definition that is live. Raises NotFound `no_such_agent`, Conflict `no_live_version`."""
        async with self._store.reading() as tx:
            await require_agent(tx, name)
            return (await live_version(tx, name)).definition

    async def version_names(self, name: str) -> Sequence[VersionName]:
        """Every version, oldest first; none is live before the first activation."""
        async with self._store.reading() as tx:
            named = await tx.agents.version_names(name)
            activations = await tx.agents.activations(name)
        live = activations[-1].version if activations else None
        return [VersionName(number, label, live=version == live) for version, number, label in named]

    async def find_version(self, name: str, reference: str) -> VersionRecord:
        """A version by number, label or id. Raises NotFound `no_such_version`."""
        async with self._store.reading() as tx:
            return await find_version(tx, name, reference)

    async def view(self, name: str) -> AgentView:
        async with self._store.reading() as tx:
            summary = await _summary(tx, await require_agent(tx, name))
            versions = await tx.agents.versions(name)
        live = next((v for v in versions if v.id == summary.live_version), None)
        tools = [
            ToolView(name=t.name, description=t.description, effect=t.effect, parameters=t.parameters)
            for t in (live.definition.tools if live else ())
        ]
        return AgentView(
            **summary.model_dump(),
            versions=[_version_view(v, live=v is live) for v in versions],
            tools=tools,
            write_control="enforced",
        )

    async def _add_version(
        self, tx: Transaction, definition: AgentDefinition, *, label: str, actor: Actor
    ) -> VersionRecord:
        versions = await tx.agents.versions(definition.name)
        identity = version_hash(definition)
        if any(v.id == identity for v in versions):
            raise Conflict("version_exists", "This agent already has a version with exactly this content.")
        version = VersionRecord(
            id=identity,
            agent=definition.name,
            number=len(versions) + 1,
            label=shortened(clean(label), _LABEL),
            definition=definition,
            created_at=self._clock.now(),
            created_by=actor.name,
        )
        await tx.agents.add_version(version)
        await audit(tx, self._clock.now(), actor, AuditNote(action="version", object=definition.name, after=identity))
        return version

    async def _activate(
        self, tx: Transaction, agent: str, version: VersionRecord, *, actor: Actor, reason: str
    ) -> None:
        now = self._clock.now()
        activation = ActivationRecord(
            id=self._ids.new("activation"),
            agent=agent,
            version=version.id,
            at=now,
            by=actor.name,
            reason=clean(reason).strip()[:_REASON],
            gate=await gate_report(tx, agent, version.id),
        )
        await tx.agents.activate(activation)
        await audit(tx, now, actor, AuditNote(action="activate", object=agent, after=version.id, reason=reason))


def _refuse_code(definition: AgentDefinition, allowed_modules: frozenset[str], *, operator: bool) -> None:
    named = [t.source.python for t in definition.tools if t.source.python]
    if definition.runtime:
        named.append(definition.runtime.python)
    refused = [code for code in named if code.partition(":")[0] not in allowed_modules]
    if refused and not operator:
        raise Forbidden(
            "only_from_operator",
            f"Code ({refused[0]}) can only be named if the operator allows its module with OPTIMIZE_ALLOW_MODULES, "
            "because loading it runs it.",
        )


async def _summary(tx: Transaction, agent: AgentRecord) -> AgentSummary:
    activations = await tx.agents.activations(agent.name)
    version = await tx.agents.version(activations[-1].version) if activations else None
    tests = await tx.tests.list(agent.name)
    states = [record.test.state.value for record in tests]
    return AgentSummary(
        name=agent.name,
        description=version.definition.description if version else "",
        live_version=version.id if version else None,
        release=agent.release,
        writes=agent.writes,
        tests={state: states.count(state) for state in ("draft", "accepted", "retired")},
    )


def _version_view(version: VersionRecord, *, live: bool) -> VersionView:
    return VersionView(
        id=version.id,
        number=version.number,
        label=version.label,
        live=live,
        created_at=version.created_at,
        created_by=version.created_by,
        definition=version.definition,
    )
