"""Sentences of the offline assistant in six languages, as data."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")


class Phrases:
    """The phrase table of one language. A missing phrase or value is a KeyError: the tables are checked by a test."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._table = table(self.language)

    def say(self, key: str, **values: Any) -> str:
        return self._table[key].format(**values)

    def count(self, key: str, n: int, **values: Any) -> str:
        """`key.one` for one, `key.many` for anything else."""
        return self.say(f"{key}.one" if n == 1 else f"{key}.many", n=n, **values)

    def word(self, group: str, value: Any) -> str:
        """A word of a closed list, e.g. the verdict `passed`; the value itself if the list does not have it."""
        return self._table.get(f"{group}.{value}", str(value).replace("_", " "))

    def has(self, key: str) -> bool:
        return key in self._table


@cache
def table(language: str) -> dict[str, str]:
    text = files("optimize.adapters.models.offline.replies").joinpath("data", f"{language}.json").read_text("utf-8")
    loaded: dict[str, str] = json.loads(text)
    return loaded
