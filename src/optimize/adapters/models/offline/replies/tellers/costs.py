"""What a batch would cost: calls, tokens and money with a range, or that the price is unknown."""

from decimal import Decimal
from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.turn import Told

TOOLS = ("estimate_cost",)


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    """The server's own sentence; in other languages the same figures, rounded in the same way."""
    del context
    data = told.data
    return [*_figures(data, say), *_as_asked(told, say)]


def _as_asked(told: Told, say: Phrases) -> list[str]:
    """What the figures rest on: so many runs of each test, and whether the model that was named takes part."""
    data, runs, model = told.data, told.arguments.get("runs"), told.arguments.get("model")
    found = []
    if runs and data.get("tests", 1) > 1 and data.get("kind") != "experiment":
        found.append(say.say("cost_each", runs=runs, tests=data["tests"]))
    if model and all(role.get("model") != model for role in data.get("by_role", [])):
        found.append(say.say("cost_model_unused", model=model))
    return found


def _figures(data: dict[str, Any], say: Phrases) -> list[str]:
    if say.language == "en" and data.get("sentence"):
        return [str(data["sentence"])]
    counted = say.say(
        "cost_calls",
        runs=data["runs"],
        calls=_whole(data["calls"]),
        low=_whole(data["calls_low"]),
        high=_whole(data["calls_high"]),
    )
    return [f"{counted} {_price(data, say)}", *(_role(role, say) for role in data.get("by_role", []))]


def _price(data: dict[str, Any], say: Phrases) -> str:
    if data.get("price_unknown") or data.get("money") is None:
        return say.say("price_unknown")
    low, high = data.get("money_low"), data.get("money_high")
    if high is None or Decimal(str(high)) == 0:
        return say.say("price", money=_dollars(data["money"]))
    return say.say("price_range", money=_dollars(data["money"]), low=_dollars(low), high=_dollars(high))


def _role(role: dict[str, Any], say: Phrases) -> str:
    named = say.word("role", role["role"])
    told = say.say("cost_role", role=named, model=role["model"], calls=_whole(role["calls"]))
    return f"- {told}" + (f", {say.say('price_unknown_short')}" if role.get("price_unknown") else "")


def _whole(value: Any) -> str:
    return f"{Decimal(str(value)):.0f}"


def _dollars(value: Any) -> str:
    money = Decimal(str(value))
    return f"${money:.4f}" if money else "$0"
