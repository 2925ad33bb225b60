"""What a batch would cost: calls, tokens and money with a range, or that the price is unknown."""

from decimal import Decimal
from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.turn import Told

TOOLS = ("estimate_cost",)


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    del context
    data = told.data
    return [_whole(data, say), *(_role(role, say) for role in data.get("by_role", []))]


def _whole(data: dict[str, Any], say: Phrases) -> str:
    if say.language == "en" and data.get("sentence"):
        return str(data["sentence"])
    counted = say.say(
        "cost_calls",
        runs=data["runs"],
        calls=_round(data["calls"]),
        low=_round(data["calls_low"]),
        high=_round(data["calls_high"]),
    )
    return f"{counted} {_price(data, say)}"


def _price(data: dict[str, Any], say: Phrases) -> str:
    if data.get("price_unknown") or data.get("money") is None:
        return say.say("price_unknown")
    low, high = data.get("money_low"), data.get("money_high")
    if low is None or high is None or low == high:
        return say.say("price", money=dollars(data["money"]))
    return say.say("price_range", money=dollars(data["money"]), low=dollars(low), high=dollars(high))


def _role(role: dict[str, Any], say: Phrases) -> str:
    money = say.say("price_unknown_short") if role.get("money") is None else dollars(role["money"])
    told = say.say("cost_role", role=say.word("role", role["role"]), model=role["model"], calls=_round(role["calls"]))
    tokens = role.get("input_tokens"), role.get("output_tokens")
    if None not in tokens:
        told += ", " + say.say("cost_tokens", read=_round(tokens[0]), written=_round(tokens[1]))
    return f"- {told}, {money}"


def _round(value: Any) -> str:
    return f"{Decimal(str(value)):.4g}" if Decimal(str(value)) < 100 else f"{Decimal(str(value)):.0f}"


def dollars(value: Any) -> str:
    """`$0.46`; below a cent with two significant digits, so that a small price does not look like none."""
    money = Decimal(str(value))
    return f"${money:.2f}" if money == 0 or abs(money) >= Decimal("0.01") else f"${money:.2g}"
