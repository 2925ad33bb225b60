"""A price list that a test writes down."""

from decimal import Decimal

from optimize.domain.cost import Usage


class FakePrices:
    """`prices`: US dollars per token, in and out alike. A model that is not listed has no known price."""

    version = "fake"

    def __init__(self, **prices: str) -> None:
        self.prices = {name.replace("_", ":", 1): Decimal(price) for name, price in prices.items()}

    def price(self, model: str, usage: Usage) -> Decimal | None:
        if model.startswith("offline:"):
            return Decimal(0)
        if model not in self.prices or usage.input_tokens is None or usage.output_tokens is None:
            return None
        return self.prices[model] * (usage.input_tokens + usage.output_tokens)
