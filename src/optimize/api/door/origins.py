"""Is it our own page that asks? Hosts, origins and where credentials may stand."""

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from optimize.api.door.refusal import Refused

PAGE_HEADER: Final = "x-requested-with"
PAGE_NAME: Final = "optimize"
_CHANGES_NOTHING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_SECRETS_IN_QUERY: Final = frozenset({"token", "access_token", "api_key", "apikey", "authorization"})
_FROM_HERE: Final = frozenset({"same-origin", "none"})


def require_known_host(connection: HTTPConnection, known: Collection[str]) -> None:
    """A foreign name that resolves to this machine (DNS rebinding) reaches nothing."""
    name = _host_name(connection.headers.get("host", ""))
    if name not in known:
        raise Refused(
            400, "unknown_host", "This service does not answer under that name; OPTIMIZE_HOSTS lists further names."
        )


def require_no_secret_in_query(connection: HTTPConnection) -> None:
    """Addresses end up in logs and histories."""
    if any(name.lower() in _SECRETS_IN_QUERY for name in connection.query_params):
        raise Refused(400, "secret_in_address", "Send tokens as `Authorization: Bearer …`, never in the address.")


def require_own_page(connection: HTTPConnection) -> None:
    """What a browser sends along by itself (the cookie) counts only for requests that our own page makes."""
    if connection.scope["type"] == "websocket":
        _require_own_origin(connection, missing=False)
    elif connection.scope["method"] not in _CHANGES_NOTHING:
        if connection.headers.get(PAGE_HEADER, "").lower() != PAGE_NAME:
            raise Refused(403, "not_our_page", "Changes by cookie need the header `X-Requested-With: optimize`.")
        site = connection.headers.get("sec-fetch-site")
        _require_own_origin(connection, missing=site in _FROM_HERE)


def require_no_foreign_page(connection: HTTPConnection) -> None:
    """For what needs no credential: another site must not sign a person in as somebody else."""
    _require_own_origin(connection, missing=True)


def _require_own_origin(connection: HTTPConnection, *, missing: bool) -> None:
    origin = connection.headers.get("origin")
    own = missing if origin is None else urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()
    if not own:
        raise Refused(403, "foreign_origin", "This request does not come from the page of this service.")


def _host_name(header: str) -> str:
    if header.startswith("["):
        return header.partition("]")[0].removeprefix("[").lower()
    return header.partition(":")[0].lower()
