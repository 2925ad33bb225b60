"""What a batch would cost, as it is shown before it is started."""

from decimal import Decimal
from typing import Literal

from optimize.application.views import View
from optimize.domain.cost import CallRole


class RoleEstimate(View):
    """Calls of one role: expected, with a range."""

    role: CallRole
    model: str
    calls: float
    calls_low: float
    calls_high: float
    input_tokens: float | None
    output_tokens: float | None
    money: Decimal | None
    price_unknown: bool


class EstimateView(View):
    """What a batch would cost. `basis` says what the numbers rest on (past runs, or assumptions)."""

    kind: Literal["run_all", "run", "dry_run", "experiment"]
    tests: int
    runs: int
    calls: float
    calls_low: float
    calls_high: float
    by_role: list[RoleEstimate]
    money: Decimal | None
    money_low: Decimal | None
    money_high: Decimal | None
    price_unknown: bool
    basis: str
    sentence: str
