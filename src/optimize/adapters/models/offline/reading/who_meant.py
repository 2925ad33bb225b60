"""`the second one`, `it`, `t-3`: the one test that a few words of a longer order stand for."""

from optimize.adapters.models.offline.reading.back import whole
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.denoted import named_by
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.ordinals import ordinal_in
from optimize.adapters.models.offline.reading.references import tests_named


def placed_or_named(who: str, language: str, context: Context) -> KnownTest | None:
    """By its id, its name or its place."""
    named = tests_named(who, context)
    placed = ordinal_in(f"{who} one" if language == "en" and "one" not in who else who, language, context)
    return named[0] if len(named) == 1 else placed.test if placed and not named else None


def one_meant(who: str, language: str, context: Context) -> KnownTest | None:
    """The same, or `it`, or by words of its name that no other test has."""
    if whole("it_alone", language, fold(who).strip()):
        return context.test(context.last_draft or "")
    if found := placed_or_named(who, language, context):
        return found
    alike = named_by(who, language, context.tests)
    return alike[0] if len(alike) == 1 else None
