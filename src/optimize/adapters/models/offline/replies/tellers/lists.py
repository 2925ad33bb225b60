"""Lists: agents, tests, kinds of criteria, suggestions."""

from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.narrowing import COUNT
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.turn import Told

TOOLS = ("list_agents", "list_tests", "describe_criteria", "suggest_tests")
_MOST = 20
_ITEMS = {
    "list_agents": ("agents", "name", "description"),
    "list_tests": ("tests", "name", "state"),
    "describe_criteria": ("criteria", "title", "description"),
    "suggest_tests": ("suggestions", "title", "why"),
}


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    del context
    field, title, beside = _ITEMS[told.tool]
    items = told.data.get(field) or []
    if only := told.data.get("only"):
        return _only(only, told, items, say)
    if not items:
        return [told.summary]
    more = [say.say("and_more")] if len(items) > _MOST else []
    return [say.say(told.tool, count=len(items)), *(_item(item, title, beside, say) for item in items[:_MOST]), *more]


def _only(only: str, told: Told, items: list[dict[str, Any]], say: Phrases) -> list[str]:
    """How many there are, or which of them have that verdict."""
    if only == COUNT:
        state = str(told.arguments.get("state") or "")
        named = [say.say("counted", what=say.word("tests", state), count=len(items))]
    else:
        named = [
            say.say("counted", what=say.word("verdict", only), count=len(items)) if items else say.say(f"none.{only}")
        ]
    return [*named, *(_item(item, "name", "state", say) for item in items[:_MOST])]


def _title(item: dict[str, Any], title: str, say: Phrases) -> str:
    """What is a kind of criterion is called in the person's language."""
    return say.word("kind", item["kind"]) if say.language != "en" and item.get("kind") else str(item.get(title, ""))


def _item(item: dict[str, Any], title: str, beside: str, say: Phrases) -> str:
    told = say.word("state", item.get(beside)) if beside == "state" else str(item.get(beside) or "")
    latest = item.get("latest")
    found = [part for part in (told, say.word("verdict", latest) if isinstance(latest, str) else "") if part]
    return f"- {_title(item, title, say)}" + (f": {', '.join(found)}" if found else "")
