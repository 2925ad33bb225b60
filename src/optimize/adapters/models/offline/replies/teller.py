"""What tells one tool's result."""

from collections.abc import Callable

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.turn import Told

Teller = Callable[[Told, Phrases, Context], list[str]]
"""The lines for a result with status `ok`; every figure in them comes from its `data`."""


def name_of(told: Told, context: Context) -> str:
    """What a person calls the test that a call was about."""
    if told.data.get("name"):
        return str(told.data["name"])
    reference = str(told.arguments.get("test") or told.data.get("test") or "")
    known = context.test(reference)
    return known.name if known else reference
