"""One message on its way through planning."""

from typing import NamedTuple

from optimize.adapters.models.offline.reading.called import called, labels
from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.lexicon import phrase
from optimize.adapters.models.offline.reading.ordinals import Ordinal, ordinal_in
from optimize.adapters.models.offline.reading.outcome import Outcome, ask
from optimize.adapters.models.offline.reading.references import Reference, reference_in, revised_in, tests_named
from optimize.domain.text import shortened

_OFFERED = 5


class Request(NamedTuple):
    text: str
    language: str
    context: Context
    head: str = ""
    """The part of the text that may say which test is meant; all of it if empty."""

    def reference(self, *states: str, pronouns: bool = True) -> Reference:
        return reference_in(self.head or self.text, self.language, self.context, states, pronouns=pronouns)

    def revised(self) -> Reference:
        """The test that the message changes."""
        return revised_in(self.text, self.language, self.context)

    def ordinal(self) -> Ordinal | None:
        """The place by which the message picks a test, if it names none."""
        text = self.head or self.text
        return None if tests_named(text, self.context) else ordinal_in(text, self.language, self.context)

    def say(self, key: str, **values: object) -> str:
        return phrase(self.language, key, **values)

    def ask_which(self, among: list[KnownTest], key: str = "ask_which_test") -> Outcome:
        """Ask which test is meant, with the likely ones to pick."""
        return ask(self.among(key, among), labels(among, self.context))

    def among(self, key: str, tests: list[KnownTest]) -> str:
        """The sentence, and the names of those tests that are too many to be picked from."""
        said, others = self.say(key), tests[:-_OFFERED]
        if not others:
            return said
        names = shortened(", ".join(called(test, self.context) for test in reversed(others)), 800)
        return f"{said} {self.say('more_of_them', shown=_OFFERED, all=len(tests), names=names)}"
