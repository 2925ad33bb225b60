"""Who a clause names first: the user, the agent, its answer, or nobody."""

import re

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import pattern, word_pattern


def unquoted(text: str) -> str:
    """Folded, with quoted text blanked: what somebody says tells nothing about who speaks here."""
    blank = re.sub(r"\"[^\"]*\"|「[^」]*」|(?<!\w)'[^']*'(?!\w)", lambda match: " " * len(match.group()), text)
    return fold(blank)


def subject_of(text: str, language: str) -> str:
    """user, agent, answer, `verb` (a user's verb without a subject) or nothing; an `it` counts only where it acts."""
    if pattern("agent_it", language).search(text) or pattern("inverted_agent", language).match(text):
        return "agent"
    if pattern("speaker", language).match(text) and _first(text, "agent", language, 40) > 40:
        return "user"
    if pattern("answer_first", language).match(text):
        return "answer"
    bare = pattern("lead", language).sub("", text, count=1)
    if pattern("must", language).match(bare):
        return ""
    acting = any(word_pattern(kind, language).match(bare) for kind in ("act_start", "speech", "verbs"))
    acting = acting or bool(pattern("starts_not", language).search(text))
    if pattern("never_base", language).match(text):
        return ""
    verb = word_pattern("user_verb", language).match(bare)
    if (acting and not verb) or pattern("just_not", language).match(text):
        return ""
    places = {
        "user": _first(text, "user", language, 40),
        "agent": _first(text, "agent", language, 60),
        "answer": _first(text, "answer", language, 25),
    }
    pronoun = word_pattern("user_pronoun", language).search(text)
    if pronoun and pronoun.start() < 14:
        places["user"] = min(places["user"], pronoun.start())
    if verb and places["agent"] > 0 and places["user"] > 30:
        return "verb"
    nearest = min(places, key=lambda name: places[name])
    return nearest if places[nearest] < 999 else ""


def _first(text: str, kind: str, language: str, limit: int) -> int:
    match = word_pattern(kind, language).search(text)
    return match.start() if match and match.start() < limit else 999
