"""What a model call used, and what it cost. Unknown is said as unknown, never as zero."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

BUILT_IN: Final = "offline:"
"""What the names of the built-in models begin with. They run here: whatever becomes of a call, it costs nothing."""

CallRole = Literal["agent", "judge", "simulator", "assistant"]


class Usage(BaseModel):
    """Tokens of one or more calls; None where the provider did not say."""

    model_config = ConfigDict(frozen=True)

    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None


class Cost(BaseModel):
    """A sum over calls. `money` (US dollars) is None as soon as one call has no known price."""

    model_config = ConfigDict(frozen=True)

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    money: Decimal | None = Decimal(0)
    price_unknown: bool = False


def total(costs: Iterable[Cost]) -> Cost:
    """The sum; its price is unknown as soon as one part's is."""
    items = list(costs)
    unknown = any(item.price_unknown for item in items)
    known = [item.money for item in items if item.money is not None]
    return Cost(
        calls=sum(item.calls for item in items),
        input_tokens=sum(item.input_tokens for item in items),
        output_tokens=sum(item.output_tokens for item in items),
        money=None if unknown else sum(known, Decimal(0)),
        price_unknown=unknown,
    )
