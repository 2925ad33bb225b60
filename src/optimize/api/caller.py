"""Who asks: the one place where credentials are read from a request."""

from dataclasses import dataclass, field
from typing import Final, Literal

from starlette.requests import HTTPConnection

from optimize.application.access import Access, secret_hash
from optimize.domain.actor import Actor

SESSION_COOKIE: Final = "optimize_session"


@dataclass(frozen=True)
class Credential:
    kind: Literal["bearer", "cookie"]
    secret: str = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """What this credential is counted under."""
        return secret_hash(self.secret)

    async def holder(self, access: Access) -> Actor | None:
        """Who holds it at this moment; None if nobody may come in with it (any more)."""
        return await (access.bearer(self.secret) if self.kind == "bearer" else access.session(self.secret))

    def used(self, access: Access) -> None:
        """Keeps a session from ending as idle; a bearer token is never idle."""
        if self.kind == "cookie":
            access.used(self.secret)


@dataclass(frozen=True)
class Caller:
    actor: Actor
    credential: Credential


def presented(connection: HTTPConnection) -> Credential | None:
    """The credential of a request: a bearer token, else the session cookie. Nothing else is one, anywhere."""
    for header in connection.headers.getlist("authorization"):
        scheme, _, secret = header.partition(" ")
        if scheme.lower() == "bearer":
            return Credential("bearer", secret.strip())
    cookie = connection.cookies.get(SESSION_COOKIE)
    return Credential("cookie", cookie) if cookie else None
