"""Tools whose data already holds sentences that are ready to be said."""

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.turn import Told

TOOLS = ("plan_runs", "run_script")


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    del say, context
    found = [*told.data.get("sentences", []), told.data.get("sentence")]
    return [str(sentence) for sentence in found if sentence] or [told.summary]
