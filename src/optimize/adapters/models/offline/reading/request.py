"""One message on its way through planning."""

from typing import NamedTuple

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.lexicon import phrase
from optimize.adapters.models.offline.reading.outcome import Outcome, ask
from optimize.adapters.models.offline.reading.references import Reference, reference_in, revised_in


class Request(NamedTuple):
    text: str
    language: str
    context: Context

    def reference(self, *states: str, pronouns: bool = True) -> Reference:
        return reference_in(self.text, self.language, self.context, states, pronouns=pronouns)

    def revised(self) -> Reference:
        """The test that the message changes."""
        return revised_in(self.text, self.language, self.context)

    def say(self, key: str, **values: object) -> str:
        return phrase(self.language, key, **values)

    def ask_which(self, among: list[KnownTest], key: str = "ask_which_test") -> Outcome:
        """Ask which test is meant, with the likely ones to pick."""
        return ask(self.say(key), [f"{test.id}: {test.name}" for test in among[-5:]])
