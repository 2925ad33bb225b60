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
    price = "price unknown" if worst is None else f"at most ${worst:.4f}"
    return Card(
        title=title,
        facts=(
            ("Tests", str(view.tests)),
            ("Runs", str(view.runs)),
            ("Model calls", f"about {view.calls:.0f}, at most {view.calls_high:.0f}"),
            ("Price", price),
            ("Based on", view.basis),
        ),
    )
