"""The audit log: append-only, each line chained to the one before it."""

import hashlib
from collections.abc import Collection
from datetime import UTC, datetime

import rfc8785
from sqlalchemy import select

from optimize.adapters.store.repository import Repository, in_parts
from optimize.adapters.store.tables import audit as _audit
from optimize.application.records import AuditRecord

_START = "0" * 64
_AT_ONCE = 1_000


class SqlAudit(Repository):
    async def append(
        self,
        *,
        at: datetime,
        actor: str,
        action: str,
        object: str,
        reason: str = "",
        before: str | None = None,
        after: str | None = None,
    ) -> None:
        last = await self.list(limit=1)
        line = AuditRecord(
            seq=last[0].seq + 1 if last else 1,
            at=at,
            actor=actor,
            action=action,
            object=object,
            reason=reason,
            before=before,
            after=after,
            previous=last[0].hash if last else _START,
            hash="",
        )
        await self._insert(_audit, line.model_copy(update={"hash": chained(line)}))

    async def broken_at(self) -> int | None:
        """Finds edited, deleted and reordered lines; a tail cut off or a chain rewritten needs an anchor outside."""
        seq, previous = 0, _START
        while lines := await self._after(seq):
            for line in lines:
                if line.seq != seq + 1 or line.previous != previous or line.hash != chained(line):
                    return line.seq
                seq, previous = line.seq, line.hash
        return None

    async def _after(self, seq: int) -> list[AuditRecord]:
        later = select(_audit).where(_audit.c.seq > seq)
        return await self._all(AuditRecord, later.order_by(_audit.c.seq).limit(_AT_ONCE))

    async def list(self, *, limit: int = 100) -> list[AuditRecord]:
        """Newest first."""
        return await self._all(AuditRecord, select(_audit).order_by(_audit.c.seq.desc()).limit(limit))

    async def told_of(self, action: str, among: Collection[str]) -> set[str]:
        lines = select(_audit.c.object).where(_audit.c.action == action)
        parts = [lines.where(_audit.c.object.in_(part)) for part in in_parts(among)]
        return {row["object"] for part in parts for row in await self._rows(part)}


def chained(line: AuditRecord) -> str:
    """SHA-256 (hex) over the hash of the line before and the RFC 8785 form of what this line says."""
    entry = line.model_dump(exclude={"previous", "hash", "at"})
    entry["at"] = line.at.astimezone(UTC).isoformat(timespec="microseconds")
    return hashlib.sha256(line.previous.encode() + rfc8785.dumps(entry)).hexdigest()
