"""One line in the audit log for each change, in the transaction of that change."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from optimize.application.ports.clock import Clock
from optimize.application.ports.store import Store, Transaction
from optimize.domain.actor import Actor
from optimize.domain.errors import Forbidden
from optimize.domain.text import clean


class AuditNote(BaseModel):
    model_config = ConfigDict(frozen=True)

    action: str
    object: str
    reason: str = ""
    before: str | None = None
    after: str | None = None


async def audit(tx: Transaction, at: datetime, actor: Actor, note: AuditNote) -> None:
    """Who did it, and through which approval if the assistant proposed it."""
    name = f"{actor.name} (proposal {actor.approval})" if actor.approval else actor.name
    told = {key: clean(value) for key, value in note.model_dump(exclude_none=True).items()}
    await tx.audit.append(at=at, actor=clean("assistant for " + name if actor.assistant else name), **told)


@asynccontextmanager
async def on_record(store: Store, clock: Clock, actor: Actor, action: str, what: str) -> AsyncIterator[Transaction]:
    """One write transaction. If the actor may not do this, nothing is written but the line that says so."""
    try:
        async with store.writing() as tx:
            yield tx
    except Forbidden as refusal:
        async with store.writing() as tx:
            note = AuditNote(action=f"refused {action}", object=what, reason=refusal.detail)
            await audit(tx, clock.now(), actor, note)
        raise
