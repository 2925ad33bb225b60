"""The reader: one message of a person becomes a plan of tool calls."""

from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.describe import describe
from optimize.adapters.models.offline.reading.folding import clean
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.spelling import corrected


def read(message: str, context: Context, previous: Previous | None = None) -> Plan:
    """What to do about `message`. Deterministic; never raises for any text."""
    language = language_of(message)
    text = corrected(clean(message), language)
    outcome = describe(text, language, context)
    return Plan(language=language, intent="describe", calls=tuple(outcome.calls), remarks=tuple(outcome.remarks))
