"""Proposals: what the assistant wants done, bound to facts, answered once by a person, used once."""

from collections.abc import Sequence

from pydantic import JsonValue

from optimize.application.auditing import AuditNote, audit, on_record
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.live import Live
from optimize.application.ports.store import Store, Transaction
from optimize.application.recorded_json import recorded
from optimize.application.records import ProposalRecord
from optimize.application.views import ProposalView
from optimize.domain.actor import Actor, Role
from optimize.domain.agent_definition import digest
from optimize.domain.errors import Conflict, Forbidden, NotFound
from optimize.domain.text import clean

Facts = tuple[tuple[str, str], ...]

_INSTEAD = "proposal not answered"
"""How the audit log tells of a no that nobody said."""


def facts_digest(action: str, arguments: dict[str, JsonValue], title: str, facts: Facts) -> str:
    """What a yes is bound to: the action, its exact arguments and every fact on the card."""
    return digest(recorded({"action": action, "arguments": arguments, "title": title, "facts": facts}))


class Approvals:
    def __init__(self, store: Store, clock: Clock, ids: Ids, live: Live) -> None:
        self._store, self._clock, self._ids, self._live = store, clock, ids, live

    async def propose(
        self,
        *,
        agent: str,
        thread: str,
        turn: str,
        call: str,
        action: str,
        arguments: dict[str, JsonValue],
        title: str,
        facts: Facts,
        beside: Facts = (),
        warning: str | None = None,
    ) -> ProposalView:
        """The proposal of a tool call; the same call proposed again is the same proposal.

        `beside`: rows that are shown after the facts, and to which the answer is not bound.
        """
        async with self._store.writing() as tx:
            existing = await _of_call(tx, thread, call)
            if existing:
                return proposal_view(existing)
            record = ProposalRecord(
                id=self._ids.new("proposal"),
                agent=agent,
                thread=thread,
                turn=turn,
                call=clean(call),
                action=action,
                arguments=_object(arguments),
                title=clean(title),
                facts=tuple((clean(label), clean(value)) for label, value in (*facts, *beside)),
                warning=clean(warning) if warning else None,
                digest=facts_digest(action, arguments, title, facts),
                created_at=self._clock.now(),
            )
            await tx.proposals.add(record)
        await self._live.record_changed("proposal", record.id, agent=agent)
        return proposal_view(record)

    async def answer(
        self,
        proposal_id: str,
        *,
        approved: bool,
        digest: str,
        now: Facts,
        title: str,
        actor: Actor,
        instead: bool = False,
    ) -> ProposalView:
        """A person's yes or no. `now`/`title`: the card as the server would draw it at this moment.
        `instead`: it is a no because another message came; the audit log says so.

        Raises Conflict `changed` if the facts are no longer those the person saw, `answered` if it was answered
        before. A no needs no fresh facts.
        """
        async with on_record(self._store, self._clock, actor, "approve", proposal_id) as tx:
            if approved:
                actor.require_person("approve a proposal")
            else:
                actor.require_person("decline a proposal", Role.EDITOR)
            record = await self._require(tx, proposal_id)
            if record.state != "pending":
                raise Conflict("answered", f"This was already {record.state}.", state=record.state)
            if approved and not (digest == record.digest == facts_digest(record.action, record.arguments, title, now)):
                raise Conflict("changed", "This has changed since you looked: ask the assistant to propose it again.")
            state = "approved" if approved else "declined"
            await tx.proposals.answer(proposal_id, state, by=actor.name, at=self._clock.now())
            action = _INSTEAD if instead else f"proposal {state}"
            note = AuditNote(action=action, object=proposal_id, after=record.digest, reason=record.title)
            await audit(tx, self._clock.now(), actor, note)
            answered = await self._require(tx, proposal_id)
        await self._live.record_changed("proposal", proposal_id, agent=record.agent)
        return proposal_view(answered, instead=instead)

    async def void(self, thread: str) -> list[str]:
        """Close the open proposals of a thread (its turn ended in another way); which ones."""
        async with self._store.writing() as tx:
            pending = await tx.proposals.list(thread=thread, state="pending")
            for record in pending:
                await tx.proposals.answer(record.id, "void", by="system", at=self._clock.now())
        for record in pending:
            await self._live.record_changed("proposal", record.id, agent=record.agent)
        return [record.id for record in pending]

    async def redeem(self, thread: str, call: str, arguments: dict[str, JsonValue]) -> Actor:
        """The person who approved exactly this call, once. Raises Forbidden if nobody did or it was used before."""
        async with self._store.writing() as tx:
            record = await _of_call(tx, thread, call)
            fits = record is not None and record.state == "approved" and record.arguments == _object(arguments)
            if record is None or not fits or not await tx.proposals.redeem(record.id):
                raise Forbidden("needs_approval", "A person has to approve this first.")
        return Actor(name=record.answered_by or "unknown", role=Role.ADMIN, approval=record.id)

    async def of_call(self, thread: str, call: str) -> ProposalView | None:
        async with self._store.reading() as tx:
            record = await _of_call(tx, thread, call)
            return (await _views(tx, [record]))[0] if record else None

    async def get(self, proposal_id: str) -> ProposalRecord:
        async with self._store.reading() as tx:
            return await self._require(tx, proposal_id)

    async def list(
        self, *, agent: str | None = None, thread: str | None = None, state: str | None = None
    ) -> list[ProposalView]:
        async with self._store.reading() as tx:
            return await _views(tx, await tx.proposals.list(agent=agent, thread=thread, state=state))

    async def _require(self, tx: Transaction, proposal_id: str) -> ProposalRecord:
        record = await tx.proposals.get(clean(proposal_id))
        if record is None:
            raise NotFound("no_such_proposal", f"There is no proposal {proposal_id}.")
        return record


async def _of_call(tx: Transaction, thread: str, call: str) -> ProposalRecord | None:
    return await tx.proposals.of_call(clean(thread), clean(call))


def _object(arguments: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {clean(name): recorded(value) for name, value in arguments.items()}


async def _views(tx: Transaction, records: Sequence[ProposalRecord]) -> list[ProposalView]:
    declined = [record.id for record in records if record.state == "declined"]
    instead = await tx.audit.told_of(_INSTEAD, declined)
    return [proposal_view(record, instead=record.id in instead) for record in records]


def proposal_view(record: ProposalRecord, *, instead: bool = False) -> ProposalView:
    shared = {name: getattr(record, name) for name in ProposalView.model_fields if name not in ("facts", "instead")}
    facts = [{"label": label, "value": value} for label, value in record.facts]
    return ProposalView(**shared, facts=facts, instead=instead)
