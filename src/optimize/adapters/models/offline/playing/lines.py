"""What a simulated user says, in six languages, as data."""

import json
from functools import cache
from importlib.resources import files
from random import Random

LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")


class Lines:
    """Ways to make one move. A way that was used before is left out while another is free."""

    def __init__(self, language: str, said: set[str], rng: Random) -> None:
        self._table = table(language if language in LANGUAGES else "en")
        self._said = said
        self._rng = rng

    def is_move(self, move: str, text: str) -> bool:
        """Whether a text is one of the ways to make a move that takes no values."""
        return text in self._table[move]

    def pick(self, move: str, **values: str) -> str:
        ways = [way.format(**values) for way in self._table[move]]
        fresh = [way for way in ways if way not in self._said]
        return self._rng.choice(fresh or ways)


@cache
def table(language: str) -> dict[str, list[str]]:
    text = files("optimize.adapters.models.offline.playing").joinpath("data", f"{language}.json").read_text("utf-8")
    loaded: dict[str, list[str]] = json.loads(text)
    return loaded
