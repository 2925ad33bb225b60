"""What model calls cost: the operator's own table first, then the published prices that genai-prices ships."""

import hashlib
import json
from collections.abc import Mapping
from decimal import Decimal
from importlib.metadata import version
from typing import TYPE_CHECKING

from optimize.domain.cost import BUILT_IN, Usage
from optimize.domain.late_import import LateImport

if TYPE_CHECKING:
    import genai_prices
else:
    genai_prices = LateImport("genai_prices")

_MILLION = Decimal(1_000_000)

OwnPrices = Mapping[str, tuple[Decimal, Decimal]]
"""`provider:model` → US dollars per million tokens (in, out)."""


class PublishedPrices:
    """`openai_base_url` tells who is really asked: a name that OpenAI uses has no known price on another server."""

    def __init__(self, own: OwnPrices | None = None, *, openai_base_url: str | None = None) -> None:
        self._own = dict(own or {})
        self._base_url = openai_base_url
        published = f"genai-prices {version('genai-prices')}"
        self.version = f"{published} + own {_digest(self._own)}" if self._own else published

    def price(self, model: str, usage: Usage) -> Decimal | None:
        """US dollars; zero for the offline model, which runs here; None if price or token counts are unknown."""
        if model.startswith(BUILT_IN):
            return Decimal(0)
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        if model in self._own:
            read, written = self._own[model]
            return (usage.input_tokens * read + usage.output_tokens * written) / _MILLION
        return self._published(model, usage)

    def _published(self, model: str, usage: Usage) -> Decimal | None:
        provider, _, name = model.partition(":")
        priced = genai_prices.Usage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cached_tokens or 0,
        )
        elsewhere = provider == "openai" and self._base_url
        try:
            if elsewhere:
                return genai_prices.calc_price(priced, name, provider_api_url=self._base_url).total_price
            return genai_prices.calc_price(priced, name, provider_id=provider).total_price
        except LookupError:
            return None


def _digest(own: OwnPrices) -> str:
    text = json.dumps({model: [str(price) for price in prices] for model, prices in sorted(own.items())})
    return hashlib.sha256(text.encode()).hexdigest()[:8]
