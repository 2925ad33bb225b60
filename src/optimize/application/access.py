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
from optimize.domain.errors import Forbidden, Invalid, NotFound
from optimize.domain.text import clean, shortened

SESSION_HOURS = 12
IDLE_MINUTES = 60
"""So long without being used, a session ends."""
LINK_MINUTES = 60
_NAME = 120
_OPERATOR = "admin"
_OPENED_BY = "."


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


class _Entrance(BaseModel):
    """As whom somebody comes in. `ends`: when what was shown ends by itself; `token`: the hash of a bearer token."""

    model_config = ConfigDict(frozen=True)

    name: str
    role: Role
    ends: datetime | None = None
    token: str | None = None


def _bound(session: str, token: str | None) -> str:
    """A session's secret that names the token which opened it: as the whole is kept as a hash, nobody can change it."""
    return session if token is None else f"{session}{_OPENED_BY}{token}"


def _token_of(session: str) -> str | None:
    return session.partition(_OPENED_BY)[2] or None


def secret_hash(secret: str) -> str:
    return hashlib.sha256(_bytes(secret)).hexdigest()


def _bytes(secret: str) -> bytes:
    """Whatever was sent, half surrogate pairs too: it is wrong then, and no reason to break."""
    return secret.encode("utf-8", "surrogatepass")


class Access:
    """`admin_token` is the operator's own token from the settings; it never stands in the store.

    When a session was last used is known to this process only: a new one counts from its own start.
    """

    def __init__(self, store: Store, clock: Clock, ids: Ids, admin_token: str | None) -> None:
        self._store, self._clock, self._ids, self._admin_token = store, clock, ids, admin_token
        self._since = clock.now()
        self._used: dict[str, datetime] = {}

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

    async def tokens(self) -> list[TokenRecord]:
        """The bearer tokens, oldest first, those that are valid no more included."""
        async with self._store.reading() as tx:
            return [token for token in await tx.access.tokens() if not token.once]

    async def revoke_token(self, token_id: str, *, actor: Actor) -> None:
        """End a bearer token, and with it the sessions it opened. NotFound `no_such_token`."""
        if token_id not in {token.id for token in await self.tokens()}:
            raise NotFound("no_such_token", f"There is no token {token_id}. `optimize token list` shows all.")
        now = self._clock.now()
        async with self._store.writing() as tx:
            if await tx.access.revoke(token_id, at=now):
                await audit(tx, now, actor, AuditNote(action="revoke token", object=token_id))

    async def sign_in(self, secret: str) -> SignedIn:
        """Trade a link's token or a bearer token for a session that does not outlast it. Forbidden `bad_token`."""
        entrance = await self._entrance(secret)
        name, role = entrance.name, entrance.role
        session = _bound(self._ids.secret(), entrance.token)
        now = self._clock.now()
        latest = now + timedelta(hours=SESSION_HOURS)
        record = SessionRecord(
            hash=secret_hash(session),
            name=name,
            role=role,
            created_at=now,
            expires_at=latest if entrance.ends is None else min(latest, entrance.ends),
        )
        async with self._store.writing() as tx:
            await tx.access.add_session(record)
            await audit(tx, now, Actor(name=name, role=role), AuditNote(action="sign in", object=name))
        self._forget_the_idle()
        return SignedIn(name=name, role=role, session=session)

    async def bearer(self, secret: str) -> Actor | None:
        """Who holds this bearer token; None if nobody may."""
        if self._is_operators(secret):
            return Actor(name=_OPERATOR, role=Role.ADMIN)
        token = await self._bearer_token(secret)
        return Actor(name=token.name, role=token.role) if token else None

    async def session(self, secret: str) -> Actor | None:
        """Whose session this is; None if it has ended, or with it the token that opened it. Asking is no use of it."""
        async with self._store.reading() as tx:
            session = await tx.access.session(secret_hash(secret))
            token = _token_of(secret)
            revoked = token is not None and not self._is_valid(await tx.access.token(token))
        if session is None or session.ended_at is not None or session.expires_at <= self._clock.now() or revoked:
            return None
        if self._is_idle(self._used.get(session.hash, max(session.created_at, self._since))):
            await self.sign_out(secret)  # for good: the next process would not know
            return None
        return Actor(name=session.name, role=session.role)

    def used(self, secret: str) -> None:
        """A person has just done something in this session."""
        self._used[secret_hash(secret)] = self._clock.now()

    async def sign_out(self, secret: str) -> None:
        async with self._store.writing() as tx:
            await tx.access.end_session(secret_hash(secret), at=self._clock.now())

    async def _entrance(self, secret: str) -> _Entrance:
        if self._is_operators(secret):
            return _Entrance(name=_OPERATOR, role=Role.ADMIN)
        token = await self._bearer_token(secret)
        if token is not None:
            return _Entrance(name=token.name, role=token.role, ends=token.expires_at, token=token.hash)
        return _Entrance(name=_OPERATOR, role=await self._use_link(secret))

    def _is_operators(self, secret: str) -> bool:
        return bool(self._admin_token) and hmac.compare_digest(_bytes(secret), _bytes(self._admin_token or ""))

    async def _bearer_token(self, secret: str) -> TokenRecord | None:
        async with self._store.reading() as tx:
            token = await tx.access.token(secret_hash(secret))
        return token if token is not None and not token.once and self._is_valid(token) else None

    async def _use_link(self, secret: str) -> Role:
        async with self._store.writing() as tx:
            token = await tx.access.token(secret_hash(secret))
            usable = token is not None and token.once and self._is_valid(token)
            if token is None or not usable or not await tx.access.revoke(token.id, at=self._clock.now()):
                raise Forbidden(
                    "bad_token",
                    "This sign-in link or token is not valid (any more). `optimize link` prints a new link.",
                )
        return token.role

    def _is_valid(self, token: TokenRecord | None) -> bool:
        if token is None or token.revoked_at is not None:
            return False
        return token.expires_at is None or token.expires_at > self._clock.now()

    def _is_idle(self, used: datetime) -> bool:
        return self._clock.now() - used >= timedelta(minutes=IDLE_MINUTES)

    def _forget_the_idle(self) -> None:
        """They have ended, and without an entry a session counts from earlier still."""
        self._used = {session: used for session, used in self._used.items() if not self._is_idle(used)}

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
