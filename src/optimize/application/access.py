"""Who may come in: one-time sign-in links, bearer tokens, sessions. Only hashes are kept."""

import hashlib
import hmac
from datetime import datetime, timedelta

from pydantic import BaseModel, ConfigDict

from optimize.application.auditing import AuditNote, audit
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.store import Store
from optimize.application.records import SessionRecord, TokenRecord
from optimize.domain.actor import SYSTEM, Actor, Role
from optimize.domain.errors import Forbidden, Invalid
from optimize.domain.text import clean, shortened

SESSION_HOURS = 12
LINK_MINUTES = 60
_NAME = 120
_OPERATOR = "admin"


class Secret(BaseModel):
    """A secret that is shown once, and what it is known by."""

    model_config = ConfigDict(frozen=True)

    id: str
    secret: str


class SignedIn(BaseModel):
    model_config = ConfigDict(frozen=True)

    name: str
    role: Role
    session: str
    """The secret of the session, for the cookie."""


def secret_hash(secret: str) -> str:
    return hashlib.sha256(_bytes(secret)).hexdigest()


def _bytes(secret: str) -> bytes:
    """Whatever was sent, half surrogate pairs too: it is wrong then, and no reason to break."""
    return secret.encode("utf-8", "surrogatepass")


class Access:
    """`admin_token` is the operator's own token from the settings; it never stands in the store."""

    def __init__(self, store: Store, clock: Clock, ids: Ids, admin_token: str | None) -> None:
        self._store, self._clock, self._ids, self._admin_token = store, clock, ids, admin_token

    async def create_link(self) -> Secret:
        """A sign-in link's token: once, within the hour, as admin."""
        return await self._create("sign-in link", Role.ADMIN, once=True, lasts=timedelta(minutes=LINK_MINUTES))

    async def create_token(self, name: str, role: Role, *, days: int | None = None) -> Secret:
        """A bearer token; without `days` it stays valid until it is revoked. Invalid `bad_days`, `name_needed`."""
        if days is not None and days < 1:
            raise Invalid("bad_days", "A token is valid for one day or more.", field="days")
        told = shortened(clean(name), _NAME)
        if not told:
            raise Invalid("name_needed", "Give the token a name: it stands beside all that is done with it.")
        return await self._create(told, role, once=False, lasts=None if days is None else timedelta(days=days))

    async def sign_in(self, secret: str) -> SignedIn:
        """Trade a link's token or a bearer token for a session that does not outlast it. Forbidden `bad_token`."""
        name, role, ends = await self._entrance(secret)
        session = self._ids.secret()
        now = self._clock.now()
        latest = now + timedelta(hours=SESSION_HOURS)
        record = SessionRecord(
            hash=secret_hash(session),
            name=name,
            role=role,
            created_at=now,
            expires_at=latest if ends is None else min(latest, ends),
        )
        async with self._store.writing() as tx:
            await tx.access.add_session(record)
            await audit(tx, now, Actor(name=name, role=role), AuditNote(action="sign in", object=name))
        return SignedIn(name=name, role=role, session=session)

    async def bearer(self, secret: str) -> Actor | None:
        """Who holds this bearer token; None if nobody may."""
        if self._is_operators(secret):
            return Actor(name=_OPERATOR, role=Role.ADMIN)
        token = await self._bearer_token(secret)
        return Actor(name=token.name, role=token.role) if token else None

    async def session(self, secret: str) -> Actor | None:
        async with self._store.reading() as tx:
            session = await tx.access.session(secret_hash(secret))
        if session is None or session.ended_at is not None or session.expires_at <= self._clock.now():
            return None
        return Actor(name=session.name, role=session.role)

    async def sign_out(self, secret: str) -> None:
        async with self._store.writing() as tx:
            await tx.access.end_session(secret_hash(secret), at=self._clock.now())

    async def _entrance(self, secret: str) -> tuple[str, Role, datetime | None]:
        """Name, role, and when what was shown ends by itself."""
        if self._is_operators(secret):
            return _OPERATOR, Role.ADMIN, None
        token = await self._bearer_token(secret)
        if token is not None:
            return token.name, token.role, token.expires_at
        return _OPERATOR, await self._use_link(secret), None

    def _is_operators(self, secret: str) -> bool:
        return bool(self._admin_token) and hmac.compare_digest(_bytes(secret), _bytes(self._admin_token or ""))

    async def _bearer_token(self, secret: str) -> TokenRecord | None:
        async with self._store.reading() as tx:
            token = await tx.access.token(secret_hash(secret))
        return token if token is not None and not token.once and self._valid(token) else None

    async def _use_link(self, secret: str) -> Role:
        async with self._store.writing() as tx:
            token = await tx.access.token(secret_hash(secret))
            usable = token is not None and token.once and self._valid(token)
            if token is None or not usable or not await tx.access.revoke(token.id, at=self._clock.now()):
                raise Forbidden(
                    "bad_token",
                    "This sign-in link or token is not valid (any more). `optimize link` prints a new link.",
                )
        return token.role

    def _valid(self, token: TokenRecord) -> bool:
        return token.revoked_at is None and (token.expires_at is None or token.expires_at > self._clock.now())

    async def _create(self, name: str, role: Role, *, once: bool, lasts: timedelta | None) -> Secret:
        secret, now = self._ids.secret(), self._clock.now()
        token = TokenRecord(
            id=self._ids.new("token"),
            name=name,
            role=role,
            hash=secret_hash(secret),
            once=once,
            created_at=now,
            expires_at=now + lasts if lasts else None,
        )
        async with self._store.writing() as tx:
            await tx.access.add_token(token)
            await audit(tx, now, SYSTEM, AuditNote(action="create token", object=token.id, after=f"{name} ({role})"))
        return Secret(id=token.id, secret=secret)
