"""One line in the audit log for each change, in the transaction of that change."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from optimize.application.ports.store import Transaction
from optimize.domain.actor import Actor


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
    await tx.audit.append(at=at, actor="assistant for " + name if actor.assistant else name, **note.model_dump())
