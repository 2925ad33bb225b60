"""A draft that was written or revised: how it starts, when it passes, what is loose."""

from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.criteria import sentences_of
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.replies.retelling import warning_in
from optimize.adapters.models.offline.turn import Told
from optimize.domain.text import shortened

TOOLS = ("draft_test", "revise_draft", "show_test")


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    del context
    data = told.data
    found = [say.say(told.tool, name=data.get("name", ""), state=say.word("state", data.get("state", "draft")))]
    found += [say.say("starts", text=shortened(text, 400)) for text in data.get("situation", [])[:1]]
    found += [f"- {shortened(text, 400)}" for text in data.get("situation", [])[1:]]
    found += _user(data.get("simulated_user"), say)
    found += [say.say("passes_if"), *(f"- {sentence}" for sentence in sentences_of(data, say))]
    found += _setting(data, say)
    if warnings := data.get("warnings"):
        found += [say.say("worth_knowing"), *(f"- {warning_in(warning, say)}" for warning in warnings)]
    return found


def _user(user: dict[str, Any] | None, say: Phrases) -> list[str]:
    if not user:
        return []
    return [
        say.say("user", persona=user.get("persona", ""), goal=user.get("goal", ""), turns=user.get("turn_limit", ""))
    ]


def _setting(data: dict[str, Any], say: Phrases) -> list[str]:
    """The server's own sentences say what must happen; they are English: elsewhere only the number of runs is said."""
    if say.language == "en" and data.get("setting"):
        return [" ".join(data["setting"])]
    return [say.count("runs", data["runs"])] if data.get("runs") else []
