"""What a person agreed to, and it happened."""

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.replies.teller import name_of
from optimize.adapters.models.offline.turn import Told

TOOLS = ("accept_test", "amend_test", "retire_test", "discard_draft", "schedule_daily", "activate_version")


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    values = {key: str(value) for key, value in {**told.arguments, **told.data}.items()}
    values |= {"name": name_of(told, context), "version": str(told.data.get("number", values.get("version", "")))}
    defaults = dict.fromkeys(("at", "version", "reason"), "")
    return [say.say(_key(told), **{**defaults, **values})]


def _key(told: Told) -> str:
    if told.tool == "schedule_daily" and told.arguments.get("enabled") is False:
        return "schedule_daily.off"
    return told.tool
