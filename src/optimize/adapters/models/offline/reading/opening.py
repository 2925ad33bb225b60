"""The first message that a user of the agent would type, from what the description says about that user."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.entities import entities_in
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, pattern, phrase, table, word_pattern
from optimize.adapters.models.offline.reading.profiles import name_words
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


@cache
def _rules(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(source, re.IGNORECASE), new) for source, new in table(language).get("first_person", []))


def opening_of(scene: Scene, first: list[Part]) -> str:
    """The user's first message; empty if the description says nothing about the user."""
    said = _quoted_message(scene, first)
    if said:
        return said
    sentences = [sentence for part in first if (sentence := _first_person(scene, part))]
    return _joined(sentences, scene.language)


def _quoted_message(scene: Scene, first: list[Part]) -> str | None:
    """A quoted text that the user says, word for word; a read-out id inside a longer sentence is no message."""
    for entity in scene.entities:
        if entity.kind != "quote" or len(entity.value) < 3:
            continue
        inside = any(part.clause.start <= entity.start < part.clause.end for part in first)
        before = fold(scene.text[max(0, entity.start - 28) : entity.start])
        if (inside or pattern("says_quote", scene.language).search(before)) and _whole(entity.value, before, scene):
            return entity.value
    return None


def _whole(text: str, before: str, scene: Scene) -> bool:
    long = len(text.split()) > 2 or len(text) > 8
    return long and not before.rstrip().endswith(("to", "zu", "en", "a", "「")) and (
        not before.strip() or bool(pattern("says_quote", scene.language).search(before))
    )


def _first_person(scene: Scene, part: Part) -> str:
    text = cut("sim_words", scene.language, part.clause.text).strip(" :.,;。，")
    if pattern("greet_with", scene.language).search(fold(text)):
        return re.sub(r"(?i)^.*\bwith (?:the word |a )?", "", text).strip("\"' ")
    before = text
    for rule, new in _rules(scene.language):
        text = rule.sub(new, text, count=0)
    text = re.sub(r"\s+", " ", text).strip(" ,;:")
    if not text or pattern("persona_only", scene.language).fullmatch(fold(text)):
        return ""
    if text.endswith("?"):
        return text[:1].upper() + text[1:]
    return _as_sentence(text, before, scene.language)


def _as_sentence(text: str, before: str, language: str) -> str:
    spoken = text != before or bool(word_pattern("user_pronoun", language).match(fold(text)))
    return text if spoken or _has_verb(text, language) else phrase(language, "topic", text=text)


def _has_verb(text: str, language: str) -> bool:
    folded = fold(text)
    return bool(word_pattern("verbs", language).search(folded)) or bool(pattern("must", language).search(folded))


def _joined(sentences: list[str], language: str) -> str:
    wide = language in ("zh", "ja")
    stop = "。" if wide else "."
    ended = [s if s.endswith(("?", "!", ".", "。", "？")) else s + stop for s in sentences]
    return ("" if wide else " ").join(s[:1].upper() + s[1:] for s in ended)


def invented_opening(scene: Scene, tool: str | None) -> str:
    """A plain first message when the description gives none: about what the tool does, else a greeting."""
    if tool is None or scene.language != "en":
        return phrase(scene.language, "greeting")
    act, _, thing = name_words(tool).partition(" ")
    reads = not scene.catalogue.tools[tool].writes
    return phrase("en", "please_read" if reads or not thing else "please_do", act=act, thing=thing or act)


def about_condition(scene: Scene, part: Part) -> str:
    """`When an invoice has an exception` as a request, with an id that the agent's own texts offer."""
    text = cut("conditional", scene.language, part.clause.text).strip(" ,:.")
    example = example_id(scene)
    thing = next((c for c in concepts_in(text, scene.language) if not c.act and c.start < 24), None)
    if example is None or thing is None or scene.entities:
        return phrase(scene.language, "look_into", text=text)
    rest = re.sub(r"^(?:that|which|die|der|das|qui|que)\s+", "", text[thing.end :].strip(" ,"))
    named = f"{text[thing.start : thing.end]} {example}"
    return phrase(scene.language, "look_into_it" if rest else "look_into", text=named, rest=rest)


def example_id(scene: Scene) -> str | None:
    """An id from the agent's own tests, description, instructions or knowledge."""
    agent = scene.context.agent
    texts = [test.situation for test in scene.context.tests]
    texts += [agent.description, agent.instructions, *agent.knowledge, *(tool.description for tool in agent.tools)]
    found = [e.value for text in texts for e in entities_in(text, "en") if e.kind == "id" and re.search(r"[A-Z]+-?\d", e.value)]
    return found[0] if found else None
