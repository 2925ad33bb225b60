"""Criteria and first messages that only look like sentences: `The agent never "fine".`, `I am a pensioner who.`"""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import table

Criterion = dict[str, JsonValue]
_QUOTED = re.compile(r"\"[^\"]*\"|「[^」]*」|'[^']*'(?!\w)")
_FEW_WORDS = 3


def without_wordless(criteria: list[Criterion], language: str) -> list[Criterion]:
    """Without the criteria in words that have no verb or nothing that it is about: nobody could decide them."""
    return [one for one in criteria if one["kind"] != "satisfiesAssertion" or _says(str(one["assertion"]), language)]


def _says(assertion: str, language: str) -> bool:
    """Whether more is left than who, must, not and a text in quotes."""
    bare = re.sub(str(table("wordless")[language]["empty"]), " ", fold(_QUOTED.sub(" ", assertion)))
    return bool(re.search(r"\w", bare))


def is_sentence(message: str, criteria: list[Criterion], language: str) -> bool:
    """Whether a user would type this: no sentence breaks off, no duty of the agent is in it, no text of a criterion."""
    told = table("wordless")[language]
    if any(re.search(str(told[kind]), fold(message.strip())) for kind in ("breaks_off", "duty")):
        return False
    return not (len(message.split()) <= _FEW_WORDS and message.strip(" .") in _texts(criteria))


def _texts(criteria: list[Criterion]) -> list[JsonValue]:
    """What the answer must have or must not have."""
    listed = (one.get("texts") for one in criteria)
    return [text for texts in listed if isinstance(texts, list) for text in texts]
