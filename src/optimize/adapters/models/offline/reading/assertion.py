"""A requirement in the author's own words, put as a sentence about the agent."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.language import is_small
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern, phrase, spans, table, word_pattern
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

_BOTH = re.compile(r"\b(?:and|und|et|y|plus)\b")


@cache
def _rules(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    rules = table(language).get("assertion") or []
    return tuple((re.compile(source, re.IGNORECASE), new) for source, new in rules)


def assertion_of(scene: Scene, part: Part, before: Part | None = None) -> str:
    """One sentence with the agent or its answer as the subject, with the condition it stands under."""
    text = stated(part.clause.text, scene.language, part.subject)
    text = _with_names(scene, part, text)
    text = _with_fact(scene, part, text)
    text = _with_object(scene, part, text)
    condition = _condition(scene, before)
    if condition:
        text = (
            f"{condition}, {text[0].lower()}{text[1:]}" if text.startswith(("The ", "It ")) else f"{condition}: {text}"
        )
    return _ended(text)


def stated(clause: str, language: str, subject: str) -> str:
    text = _spelled_out(clause.strip().rstrip(".!;,。"), language)
    text = _plainly_begun(_meta_free(text, language), language)
    changed = text
    for rule, new in _rules(language):
        changed = rule.sub(new, changed, count=1)
    if changed == text and subject not in ("agent", "answer", "user") and not _has_subject(text, language):
        changed = _about_the_agent(text, language)
    return changed[:1].upper() + changed[1:]


@cache
def _contractions(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(source, re.IGNORECASE), new) for source, new in table(language).get("contractions", []))


def _spelled_out(text: str, language: str) -> str:
    """Without contractions, which a judge may overlook: a lost "not" turns a requirement round."""
    for rule, new in _contractions(language):
        text = rule.sub(new, text)
    return text


def _meta_free(text: str, language: str) -> str:
    """Without the words that speak to the test's author, such as "make sure that"."""
    match = pattern("meta", language).match(fold(text))
    return text[match.end() :] if match and 0 < match.end() < len(text) else text


def _plainly_begun(text: str, language: str) -> str:
    """A small word that opened the sentence gets its small letter back, since a subject may come to stand before it."""
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if is_small(first, language) else text


def _has_subject(text: str, language: str) -> bool:
    folded = fold(text)
    if word_pattern("thirds", language).match(folded):
        return False
    early = folded[:30]
    return bool(word_pattern("user", language).search(early) or pattern("conditional", language).match(folded))


def _about_the_agent(text: str, language: str) -> str:
    folded = fold(text)
    if word_pattern("thirds", language).match(folded):
        return phrase(language, "assert_does", text=text)
    if word_pattern("speech", language).match(folded) or word_pattern("verbs", language).match(folded):
        return phrase(language, "assert_must", text=text)
    return phrase(language, "assert_plain", text=text)


def _with_names(scene: Scene, part: Part, text: str) -> str:
    """`both` and `all six` with the things they stand for."""
    if not pattern("both", scene.language).search(fold(part.clause.text)):
        return text
    inside = scene.inside(part.clause.start, part.clause.end)
    named = [entity.value for entity in scene.values("snake", "id", "quote", "code")][:6]
    if len(named) < 2:
        named = [
            other.clause.text
            for other in scene.parts
            if other.role is Role.USER and _BOTH.search(fold(other.clause.text))
        ]
        return f"{text} ({named[0]})" if named and not inside else text
    return f"{text} ({', '.join(named)})" if len(named) > 1 and not inside else text


def _with_fact(scene: Scene, part: Part, text: str) -> str:
    """`it must say so` with what was stated just before."""
    facts = [other for other in scene.parts if other.role is Role.FACT and other.clause.start < part.clause.start]
    if not facts or not marks(part.clause.text, scene.language, "say_so"):
        return text
    return f"{text}: {facts[-1].clause.text.strip(' .')}"


def _with_object(scene: Scene, part: Part, text: str) -> str:
    """`never reveal them` with what the user asked for just before."""
    pronoun = pattern("object_pronoun", scene.language).search(fold(text).rstrip(" ."))
    asked = [
        (other.clause.text, match)
        for other in scene.parts
        if other.role is Role.USER and other.clause.start < part.clause.start
        if (match := pattern("asked_thing", scene.language).search(fold(other.clause.text)))
    ]
    if pronoun is None or not asked:
        return text
    said, match = asked[-1]
    start, end = spans(match)["what"]
    return f"{text.rstrip(' .')} ({said[start:end].strip(' .,')})"


def _condition(scene: Scene, before: Part | None) -> str:
    if before is None or len(before.clause.text) > 200:
        return ""
    if opens(before.clause.text, scene.language, "before_word") and not marks(
        before.clause.text, scene.language, "must"
    ):
        return before.clause.text.strip()
    if before.role is Role.MUST:
        return ""
    if not pattern("conditional", scene.language).search(fold(before.clause.text)):
        return ""
    text = before.clause.text.strip()
    return text[:1].upper() + text[1:]


def _ended(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    wide = bool(re.search(r"[\u3040-\u9fff]$", text))
    return text if text.endswith((".", "!", "?", "。")) else text + ("。" if wide else ".")
