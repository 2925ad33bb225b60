"""When spending needs a yes: above the free allowance, or when the price is unknown."""

from decimal import Decimal

from optimize.application.estimate_views import EstimateView
from optimize.application.estimates import EstimateOrder
from optimize.tools.base import Card, ToolContext


async def spending_card(context: ToolContext, order: EstimateOrder, title: str) -> Card | None:
    """The card for a batch; None if its worst case is within the free allowance."""
    view = await context.use_cases.estimates.estimate(context.agent, order)
    return card_of(view, context.use_cases.free_allowance, title)


def card_of(view: EstimateView, free_allowance: Decimal, title: str) -> Card | None:
    worst = view.money_high
    if not view.price_unknown and worst is not None and worst <= free_allowance:
        return None
    return Card(
        title=title,
        facts=(
            ("Tests", str(view.tests)),
            ("Runs", str(view.runs)),
            ("Model calls", f"about {view.calls:.0f}, at most {view.calls_high:.0f}"),
            ("Price", at_most(worst)),
            ("Based on", view.basis),
        ),
    )


def at_most(money: Decimal | None) -> str:
    """The most something may cost, as every card says it: what costs nothing is free, not $0.0000."""
    if money is None:
        return "price unknown"
    return f"at most ${money:.4f}" if money else "free"
