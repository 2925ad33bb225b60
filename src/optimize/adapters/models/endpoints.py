"""What calls to the same address with the same key share: one limiter, one circuit, one rest, one pause, one quota."""

from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.circuit import Circuit
from optimize.adapters.models.limiter import START, Limiter
from optimize.adapters.models.pause import Pause
from optimize.adapters.models.providers.base import Provider
from optimize.adapters.models.quota import Quota
from optimize.adapters.models.rest import Rest


class Endpoint:
    """One address and key. `plain_json` holds the models there that refused a JSON schema."""

    def __init__(self, access: ModelAccess) -> None:
        self.limiter = Limiter(access.concurrency, access.concurrency if access.starts_full else START)
        self.circuit = Circuit()
        self.rest = Rest()
        self.pause = Pause()
        self.requests = Quota(access.requests_per_minute) if access.requests_per_minute else None
        self.tokens = Quota(access.tokens_per_minute) if access.tokens_per_minute else None
        self.plain_json: set[str] = set()


class Endpoints:
    """All endpoints in use, made on first use."""

    def __init__(self, access: ModelAccess) -> None:
        self._access = access
        self._found: dict[tuple[str, ...], Endpoint] = {}

    def of(self, provider: Provider) -> Endpoint:
        return self._found.setdefault(provider.endpoint, Endpoint(self._access))
