"""Tokens, one-time links and sessions; only their hashes are here."""

from datetime import datetime

from sqlalchemy import select, update

from optimize.adapters.store.repository import Repository
from optimize.adapters.store.tables import session as _session
from optimize.adapters.store.tables import token as _token
from optimize.application.records import SessionRecord, TokenRecord


class SqlAccess(Repository):
    async def add_token(self, token: TokenRecord) -> None:
        await self._insert(_token, token)

    async def token(self, token_hash: str) -> TokenRecord | None:
        return await self._one(TokenRecord, select(_token).where(_token.c.hash == token_hash))

    async def tokens(self) -> list[TokenRecord]:
        """Oldest first."""
        return await self._all(TokenRecord, select(_token).order_by(_token.c.ordinal))

    async def revoke(self, token_id: str, *, at: datetime) -> bool:
        valid = update(_token).where(_token.c.id == token_id, _token.c.revoked_at.is_(None))
        return await self._changed(valid.values(revoked_at=at)) == 1

    async def add_session(self, session: SessionRecord) -> None:
        await self._insert(_session, session)

    async def session(self, session_hash: str) -> SessionRecord | None:
        return await self._one(SessionRecord, select(_session).where(_session.c.hash == session_hash))

    async def end_session(self, session_hash: str, *, at: datetime) -> None:
        """Ended once: the first time stays."""
        running = update(_session).where(_session.c.hash == session_hash, _session.c.ended_at.is_(None))
        await self.connection.execute(running.values(ended_at=at))
