"""How the live version does: how many tests pass, how sure that is, and which do not."""

import math
from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.turn import Told

TOOLS = ("health",)
_MOST = 20
_LOST = ("could_not_judge", "could_not_run")


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    del context
    data = told.data
    version = say.say("side.version", version=data["version_number"])
    passing = say.say("health", passing=data["tests_passing"], tests=data["tests"], version=version)
    bound = say.say("lower_bound", lower=_at_least(data["lower"]), n=f"{data['runs']:g}")
    open_items = [item for item in data["items"] if item["verdict"] != "passed"]
    more = [say.say("and_more")] if len(open_items) > _MOST else []
    return [f"{passing} {bound}", *(_item(item, say) for item in open_items[:_MOST]), *more]


def _item(item: dict[str, Any], say: Phrases) -> str:
    counts = f" ({item['k']}/{item['n']})" if item["n"] else ""
    lost = [say.count(name, item[name]) for name in _LOST if item.get(name)]
    return " ".join([f"- {item['name']}: {say.word('verdict', item['verdict'])}{counts}", *lost])


def _at_least(lower: float) -> str:
    """Rounded down, as on the page, so that a bound that fails never reads as one that passes."""
    return f"≥ {math.floor(lower * 100 + 1e-9)} %"
