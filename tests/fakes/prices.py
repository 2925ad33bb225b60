"""Prices where everything is free, unless a test names a price or says that there is none."""

from decimal import Decimal

from optimize.domain.cost import Usage


class FreePrices:
    version = "test"

    def __init__(self, per_token: Decimal | None = Decimal(0)) -> None:
        self._per_token = per_token

    def price(self, model: str, usage: Usage) -> Decimal | None:
        if self._per_token is None:
            return None
        return self._per_token * ((usage.input_tokens or 0) + (usage.output_tokens or 0))
