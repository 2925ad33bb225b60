"""The life of an acceptance test: draft → accepted → retired, draft → discarded, and amend."""

from optimize.application.agents import live_version, require_agent
from optimize.application.auditing import AuditNote, audit, on_record
from optimize.application.fit import require_fit
from optimize.application.history import test_views
from optimize.application.naming import apart, the_test
from optimize.application.once import once
from optimize.application.ports.agent_under_test import AgentConnections
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.live import Live
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import TestRecord
from optimize.application.views import TestView
from optimize.domain.acceptance_test import AcceptanceTest, TestBody, TestState
from optimize.domain.actor import Actor, Role
from optimize.domain.agent_definition import digest
from optimize.domain.errors import Conflict, Invalid, NotFound
from optimize.domain.text import clean

_SHORTEST_REASON = 3
MOST_TESTS = 500


async def require_test(tx: Transaction, test_id: str) -> TestRecord:
    record = await tx.tests.get(clean(test_id))
    if record is None:
        raise NotFound("no_such_test", f"There is no test {test_id}.", test=test_id)
    return record


class Lifecycle:
    """The use cases that write tests."""

    def __init__(self, store: Store, connections: AgentConnections, clock: Clock, ids: Ids, live: Live) -> None:
        self._store, self._connections, self._clock, self._ids, self._live = store, connections, clock, ids, live

    async def find(self, agent: str, reference: str) -> AcceptanceTest:
        """A test of an agent by id, name, or words that only one name holds. NotFound, with the nearest, otherwise."""
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            tests = [record.test for record in await tx.tests.list(agent)]
        return the_test(agent, tests, reference)

    async def named(self, test: AcceptanceTest) -> str:
        """Its name, told apart from the other tests of its agent that are not retired."""
        async with self._store.reading() as tx:
            others = [r.test for r in await tx.tests.list(test.agent) if r.test.state is not TestState.RETIRED]
        return apart(test.name, test.id, others)

    async def view(self, test_id: str) -> TestView:
        async with self._store.reading() as tx:
            return await self._view(tx, await require_test(tx, test_id))

    async def draft(self, agent: str, body: TestBody, *, actor: Actor, key: str | None = None) -> TestView:
        """A new draft. With a `key`, the same call repeated returns the draft it made first, unless it is gone."""
        actor.require(Role.EDITOR)
        body.require_reachable()
        async with self._store.writing() as tx:
            await require_agent(tx, agent)
            new_id, asked = self._ids.new("test"), digest({"draft": agent, "body": body.content_hash})
            test_id = await once(tx, key, asked, self._clock.now(), new_id)
            if test_id != new_id:
                return await self._view(tx, await require_test(tx, test_id))
            await self._require_fit(tx, agent, body)
            if len(await tx.tests.list(agent)) >= MOST_TESTS:
                raise Conflict("too_many_tests", f"An agent can have {MOST_TESTS} tests; retire or discard some first.")
            record = self._new(test_id, agent, body, actor)
            await tx.tests.add(record)
            view = await self._view(tx, record)
        await self._live.record_changed("test", test_id, agent=agent)
        return view

    async def revise(self, test_id: str, body: TestBody, *, actor: Actor, instead_of: str | None = None) -> TestView:
        """Replace a draft's content. Accepted tests never change: amend them.

        `instead_of`: the revision it was written from; Conflict `changed` if the draft says something else by now.
        """
        actor.require(Role.EDITOR)
        async with self._store.writing() as tx:
            record = await self._require_draft(tx, test_id, "revised")
            _require_revision(record, instead_of)
            await self._require_fit(tx, record.test.agent, body)
            await tx.tests.replace_draft(test_id, body)
            view = await self._view(tx, await require_test(tx, test_id))
        await self._live.record_changed("test", test_id, agent=view.agent)
        return view

    async def discard(self, test_id: str, *, actor: Actor) -> None:
        actor.require(Role.EDITOR)
        async with self._store.writing() as tx:
            record = await self._require_draft(tx, test_id, "discarded")
            await tx.tests.discard(test_id)
            note = AuditNote(action="discard", object=test_id, before=record.test.content_hash)
            await audit(tx, self._clock.now(), actor, note)
        await self._live.record_changed("test", test_id, agent=record.test.agent)

    async def accept(self, test_id: str, *, actor: Actor, revision: str | None = None) -> TestView:
        """From now on the test is part of the agent's set and never changes.

        `revision`: the one that was looked at; Conflict `changed` if the draft says something else by now.
        """
        async with on_record(self._store, self._clock, actor, "accept", test_id) as tx:
            actor.require_person("accept a test")
            record = await self._require_draft(tx, test_id, "accepted")
            _require_revision(record, revision)
            await self._require_fit(tx, record.test.agent, record.test.body())
            await self._accept(tx, record.test, actor)
            view = await self._view(tx, await require_test(tx, test_id))
        await self._live.record_changed("test", test_id, agent=view.agent)
        return view

    async def amend(
        self, test_id: str, body: TestBody, *, reason: str, actor: Actor, key: str | None = None
    ) -> TestView:
        """Accept a new test in place of an accepted one, which is retired; each names the other."""
        body.require_reachable()
        async with on_record(self._store, self._clock, actor, "amend", test_id) as tx:
            actor.require_person("amend a test")
            why = _require_reason(reason)
            fresh_id, asked = self._ids.new("test"), digest({"amend": test_id, "body": body.content_hash})
            new_id = await once(tx, key, asked, self._clock.now(), fresh_id)
            if new_id != fresh_id:
                return await self._view(tx, await require_test(tx, new_id))
            old = await self._require_accepted(tx, test_id, "amended")
            await self._require_fit(tx, old.test.agent, body)
            new = self._new(new_id, old.test.agent, body, actor, replaces=test_id)
            await tx.tests.add(new)
            await self._accept(tx, new.test, actor)
            await self._retire(tx, test_id, why, actor, replaced_by=new_id)
            view = await self._view(tx, await require_test(tx, new_id))
        await self._live.record_changed("test", new_id, agent=view.agent)
        return view

    async def retire(self, test_id: str, *, reason: str, actor: Actor) -> TestView:
        async with on_record(self._store, self._clock, actor, "retire", test_id) as tx:
            actor.require_person("retire a test")
            why = _require_reason(reason)
            await self._require_accepted(tx, test_id, "retired")
            await self._retire(tx, test_id, why, actor)
            view = await self._view(tx, await require_test(tx, test_id))
        await self._live.record_changed("test", test_id, agent=view.agent)
        return view

    async def _accept(self, tx: Transaction, test: AcceptanceTest, actor: Actor) -> None:
        now = self._clock.now()
        await tx.tests.accept(test.id, at=now, by=actor.name)
        await audit(tx, now, actor, AuditNote(action="accept", object=test.id, after=test.content_hash))

    async def _retire(
        self, tx: Transaction, test_id: str, reason: str, actor: Actor, *, replaced_by: str | None = None
    ) -> None:
        now = self._clock.now()
        await tx.tests.retire(test_id, reason=reason, at=now, by=actor.name, replaced_by=replaced_by)
        await audit(tx, now, actor, AuditNote(action="retire", object=test_id, reason=reason, after=replaced_by))

    def _new(
        self, test_id: str, agent: str, body: TestBody, actor: Actor, *, replaces: str | None = None
    ) -> TestRecord:
        content = {name: getattr(body, name) for name in TestBody.model_fields}
        test = AcceptanceTest(**content, id=test_id, agent=agent, replaces=replaces)
        return TestRecord(test=test, created_at=self._clock.now(), created_by=actor.name)

    async def _require_fit(self, tx: Transaction, agent: str, body: TestBody) -> None:
        await require_agent(tx, agent)
        definition = (await live_version(tx, agent)).definition
        require_fit(body, definition, self._connections.connect(definition).capabilities)

    async def _require_draft(self, tx: Transaction, test_id: str, verb: str) -> TestRecord:
        record = await require_test(tx, test_id)
        if record.test.state is not TestState.DRAFT:
            raise Conflict(
                "not_a_draft",
                f"Only a draft can be {verb}; “{record.test.name}” is {record.test.state}. "
                "Amend or retire an accepted test instead.",
                state=record.test.state,
            )
        return record

    async def _require_accepted(self, tx: Transaction, test_id: str, verb: str) -> TestRecord:
        record = await require_test(tx, test_id)
        if record.test.state is not TestState.ACCEPTED:
            raise Conflict(
                "not_accepted",
                f"Only an accepted test can be {verb}; “{record.test.name}” is {record.test.state}.",
                state=record.test.state,
            )
        return record

    async def _view(self, tx: Transaction, record: TestRecord) -> TestView:
        [view] = await test_views(tx, record.test.agent, [record])
        return view


def _require_revision(record: TestRecord, known: str | None) -> None:
    now = record.test.content_hash
    if known is not None and known != now:
        raise Conflict("changed", "Somebody changed this draft since you looked: look at it again.", revision=now)


def _require_reason(reason: str) -> str:
    why = clean(reason).strip()
    if len(why) < _SHORTEST_REASON:
        raise Invalid("reason_needed", "Give a reason: it is kept with the test.", field="reason")
    return why[:4_000]
