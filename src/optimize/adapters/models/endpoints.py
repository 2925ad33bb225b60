"""What calls to the same address with the same key share: one limiter, one circuit."""

from optimize.adapters.models.access import ModelAccess
from optimize.adapters.models.circuit import Circuit
from optimize.adapters.models.limiter import Limiter
from optimize.adapters.models.providers.base import Provider


class Endpoint:
    """One address and key. `plain_json` holds the models there that refused a JSON schema."""

    def __init__(self, concurrency: int) -> None:
        self.limiter = Limiter(concurrency)
        self.circuit = Circuit()
        self.plain_json: set[str] = set()


class Endpoints:
    """All endpoints in use, made on first use."""

    def __init__(self, access: ModelAccess) -> None:
        self._access = access
        self._found: dict[tuple[str, ...], Endpoint] = {}

    def of(self, provider: Provider) -> Endpoint:
        return self._found.setdefault(provider.endpoint, Endpoint(self._access.concurrency))
