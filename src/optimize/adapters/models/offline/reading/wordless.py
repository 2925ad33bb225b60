"""Criteria and first messages that only look like sentences: `The agent never "fine".`, `I am a pensioner who.`"""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import table
from optimize.adapters.models.offline.reading.scene import Scene

Criterion = dict[str, JsonValue]
_QUOTED = re.compile(r"\"[^\"]*\"|「[^」]*」|'[^']*'(?!\w)")


def without_wordless(criteria: list[Criterion], language: str) -> list[Criterion]:
    """Without the criteria in words that have no verb or nothing that it is about: nobody could decide them."""
    return [one for one in criteria if one["kind"] != "satisfiesAssertion" or _says(str(one["assertion"]), language)]


def _says(assertion: str, language: str) -> bool:
    """Whether more is left than who, must, not and a text in quotes."""
    bare = re.sub(str(table("wordless")[language]["empty"]), " ", fold(_QUOTED.sub(" ", assertion)))
    return bool(re.search(r"\w", bare))


def is_sentence(message: str, criteria: list[Criterion], scene: Scene) -> bool:
    """Whether a user would type this: no sentence breaks off, and the agent neither must do nor must say it."""
    told = table("wordless")[scene.language]
    if any(re.search(str(told[kind]), fold(message.strip())) for kind in ("breaks_off", "duty")):
        return False
    agent = re.compile(rf"{told['agent']}[^\":：]{{0,24}}[:：]\s*[\"「]{re.escape(fold(message.strip()))}")
    if any(agent.match(fold(str(one.get("assertion", "")))) for one in criteria):
        return False
    return message.strip(" .") not in _texts(criteria) or scene.text.count(message) > 1


def _texts(criteria: list[Criterion]) -> list[JsonValue]:
    """What the answer must have or must not have."""
    listed = (one.get("texts") for one in criteria)
    return [text for texts in listed if isinstance(texts, list) for text in texts]
