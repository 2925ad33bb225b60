"""The agent called by what it is: `the tutor never says` of an agent that is named `maths tutor`."""

import re

from optimize.adapters.models.offline.reading.context import Agent
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import opens, phrase, word_pattern
from optimize.adapters.models.offline.reading.profiles import name_words

_ARTICLE = r"(?:the|our|this|der|die|das|unsere?|le|la|notre|el|nuestr[oa])"
_SHORTEST = 4


def with_agent(text: str, language: str, agent: Agent) -> str:
    """The text where that name says "agent", wherever it must do something or does it; elsewhere it may be a place."""
    words = re.findall(r"[^\W\d_]+", fold(agent.name))
    if not words or len(words[-1]) < _SHORTEST or word_pattern("agent", language).fullmatch(words[-1]):
        return text
    if any(words[-1] in name_words(tool.name).split() for tool in agent.tools):
        return text  # `the parcel` is what the parcel desk works with
    found = re.compile(rf"\b{_ARTICLE} {re.escape(words[-1])}\b ?")
    kept, begin = [], 0
    for match in found.finditer(fold(text)):
        if _acts(text[match.end() :], language):
            kept += [text[begin : match.start()], phrase(language, "the_agent"), " "]
            begin = match.end()
    return "".join([*kept, text[begin:]])


def _acts(behind: str, language: str) -> bool:
    return opens(behind, language, "must", "not") or bool(word_pattern("thirds", language).match(fold(behind)))
