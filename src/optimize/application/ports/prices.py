"""What a model call costs."""

from decimal import Decimal
from typing import Protocol

from optimize.domain.cost import Usage


class Prices(Protocol):
    version: str

    def price(self, model: str, usage: Usage) -> Decimal | None:
        """US dollars for a call of `provider:model`; None if its price is unknown. Never zero for an unknown one."""
        ...
