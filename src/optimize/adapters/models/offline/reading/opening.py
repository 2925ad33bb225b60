"""The first message that a user of the agent would type, from what the description says about that user."""

import re
from functools import cache

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.clauses import is_label
from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.held import held_by
from optimize.adapters.models.offline.reading.lexicon import cut, parts_of, pattern, phrase, spans, table, word_pattern
from optimize.adapters.models.offline.reading.negation import parted
from optimize.adapters.models.offline.reading.role_rules import Role
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
    sentences: list[str] = []
    for part in first:
        sentence = _first_person(scene, part, opens=not sentences)
        sentences += [sentence] if sentence else []
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
    return (
        long
        and not before.rstrip().endswith(("to", "zu", "en", "a", "「"))
        and (not before.strip() or bool(pattern("says_quote", scene.language).search(before)))
    )


def _first_person(scene: Scene, part: Part, *, opens: bool) -> str:
    text = cut("sim_words", scene.language, part.clause.text).strip(" :.,;。，")
    greeting = pattern("only_greets", scene.language).search(fold(text))
    if greeting:
        start, end = spans(greeting)["what"]
        return text[start:end].capitalize()
    if pattern("greet_with", scene.language).search(fold(text)):
        return re.sub(r"(?i)^.*\bwith (?:the word |a )?", "", text).strip("\"' ")
    before = text
    if text.endswith("?"):
        return text[:1].upper() + text[1:]
    for rule, new in _rules(scene.language):
        text = rule.sub(new, text, count=0)
    text = re.sub(r"\s+", " ", text).strip(" ,;:")
    if not text or _only_persona(text, scene.language):
        return ""
    if text.endswith("?"):
        return text[:1].upper() + text[1:]
    return _as_sentence(text, before, scene.language) if opens else text


def _only_persona(text: str, language: str) -> bool:
    folded = fold(text)
    rest = re.sub(r"^(?:i|am|is|gets?|becomes?|\s)+$", "", cut("persona", language, folded).strip(" ,.;"))
    return bool(pattern("persona_only", language).fullmatch(folded)) or not rest


def _as_sentence(text: str, before: str, language: str) -> str:
    spoken = text != before or bool(word_pattern("user_pronoun", language).match(fold(text)))
    return text if spoken or _has_verb(text, language) else phrase(language, "topic", text=text)


def _has_verb(text: str, language: str) -> bool:
    folded = fold(text)
    return bool(word_pattern("verbs", language).search(folded)) or bool(pattern("must", language).search(folded))


def _joined(sentences: list[str], language: str) -> str:
    wide = language in ("zh", "ja")
    stop = "。" if wide else "."
    kept = [s for s in sentences if s]
    ended = [_ended(s, language, stop, last=place == len(kept)) for place, s in enumerate(kept, 1)]
    return ("" if wide else " ").join(s[:1].upper() + s[1:] for s in ended)


def _ended(sentence: str, language: str, stop: str, *, last: bool) -> str:
    """A question ends as one, and nobody types a full stop behind the number that ends a message."""
    if sentence.endswith(("?", "!", ".", "。", "？")):
        return sentence
    if re.match(table("told")["asks"][language], fold(sentence)):
        return sentence + ("？" if stop == "。" else "?")
    return sentence if last and sentence[-1].isdigit() else sentence + stop


def topic_opening(scene: Scene) -> str:
    """A first message from what else the description names: a label, what must be delivered, what is asked for."""
    language = scene.language
    for part in scene.parts:
        text = fold(part.clause.text)
        label = cut("generic_noun", language, part.clause.text).strip()
        if is_label(part.clause, language) and len(label.split()) > 1:
            return phrase(language, "please_tell", topic=label)
        started = pattern("mid_task", language).search(text)
        if started:
            return phrase(language, "please_start", task=parts_of(started)["task"])
        if part.role is Role.MUST and (found := _asked_under_condition(scene, part) or _delivered(scene, part)):
            return found
        if part.role is Role.MUST and (found := _over_limit(scene, part)):
            return found
    return ""


def _asked_under_condition(scene: Scene, part: Part) -> str:
    """`never reveals internal notes when the caller asks for them`: what the condition at the end asks for."""
    text = part.clause.text
    to_do = pattern("asked_to", scene.language).search(fold(text))
    if to_do:
        start, end = spans(to_do)["what"]
        return phrase(scene.language, "please_to", what=text[start:end].strip(" .,"))
    match = pattern("asked_for", scene.language).search(fold(text))
    if match is None:
        return _under_condition(scene, part)
    start, end = spans(match)["what"]
    asked = text[start:end].strip(" .,")
    asked = pattern("to_see", scene.language).sub("", asked, count=1)
    bare = cut("article", scene.language, asked)
    if not pattern("item_stop", scene.language).search(fold(bare)) or len(asked.split()) > 2:
        return phrase(scene.language, "please_tell", topic=asked)
    passive = pattern("passive_subject", scene.language).search(fold(cut("meta", scene.language, text)))
    if passive:
        return phrase(scene.language, "please_tell", topic=parts_of(passive)["what"])
    spoken = word_pattern("speech", scene.language).search(fold(text))
    topic = text[spoken.end() : match.start()].strip(" ,") if spoken else ""
    return phrase(scene.language, "please_tell", topic=topic) if topic else ""


def _under_condition(scene: Scene, part: Part) -> str:
    """`a ticket is opened when the user reports an outage`: what the user does in the condition at the end."""
    match = pattern("user_condition", scene.language).search(fold(part.clause.text))
    if match is None or parted(part.clause.text, scene.language):
        return ""
    start, end = spans(match)["what"]
    clause = part.clause._replace(
        text=part.clause.text[start:end], start=part.clause.start + start, end=part.clause.start + end
    )
    return _joined([_first_person(scene, part._replace(clause=clause), opens=True)], scene.language)


def _delivered(scene: Scene, part: Part) -> str:
    """`Summary of meeting M-88 must come back as JSON`: the thing that must come."""
    text = part.clause.text
    obliged = pattern("must", scene.language).search(fold(text))
    topic = cut("lead", scene.language, text[: obliged.start()]).strip(" ,:") if obliged else ""
    plain = word_pattern("agent", scene.language).search(fold(topic)) or pattern(
        "bare_subject", scene.language
    ).fullmatch(fold(topic))
    plain = plain or pattern("starts_not", scene.language).search(fold(topic))
    plain = plain or pattern("every_call", scene.language).match(fold(text))
    if (
        plain
        or part.subject == "user"
        or _is_a_call(scene, text)
        or held_by(scene, part)
        or parted(text, scene.language)
        or re.search(table("told")["right"][scene.language], fold(text[obliged.end() :] if obliged else ""))
        or len(topic.split()) < 2
        or scene.catalogue.named(topic)
        or pattern("conditional", scene.language).match(fold(topic))
    ):
        return ""
    return phrase(scene.language, "please_give", topic=topic)


def _is_a_call(scene: Scene, text: str) -> bool:
    """`The leave request must be filed`: what a tool that writes does, and not what is delivered."""
    meant = scene.catalogue.described(text)
    return meant is not None and scene.catalogue.tools[meant.tool].writes


def _over_limit(scene: Scene, part: Part) -> str:
    """`no invoice over 1000 euros may be paid`: the thing that must not get through."""
    text, language = part.clause.text, scene.language
    banned, limit = pattern("noun_ban", language).match(fold(text)), pattern("ceiling", language).search(fold(text))
    if banned is None or limit is None or scene.catalogue.named(text):
        return ""
    what = cut("from_verb", language, text[banned.end() :]).strip(" .,;!")
    return phrase(language, "look_into", text=what) if what else ""


def with_ids(scene: Scene, opening: str, criteria: list[dict[str, JsonValue]]) -> str:
    """The message with the ids that the calls need and that only the requirements name: a user has to give them."""
    wanted = str([criterion.get("parameters") for criterion in criteria])
    tested = str([criterion.get("texts") for criterion in criteria])
    users = " ".join(part.clause.text for part in scene.parts if part.role is Role.USER)
    missing = [
        entity.value
        for entity in scene.values("id", "code", "number")
        if (entity.kind == "id" or (entity.kind == "code" and len(entity.value) > 4) or _numbers_it(entity, criteria))
        and entity.text not in opening
        and entity.text not in users
        and entity.value not in tested
        and (entity.value in wanted or _beside_forbidden(scene, entity.start, criteria))
    ]
    opening = opening if not missing or opening.endswith((".", "?", "!", "。")) else f"{opening}."
    return opening if not missing else f"{opening} {phrase(scene.language, 'about_id', ids=', '.join(missing[:3]))}"


def _numbers_it(entity: Entity, criteria: list[dict[str, JsonValue]]) -> bool:
    """Whether a plain number is the number of a thing in a call, such as an `order_id`."""
    given = [found for criterion in criteria if isinstance(found := criterion.get("parameters"), dict)]
    return any(
        name.endswith(("_id", "_number", "_no")) and matcher == {"equals": entity.value}
        for call in given
        for name, matcher in call.items()
    )


def _beside_forbidden(scene: Scene, place: int, criteria: list[dict[str, JsonValue]]) -> bool:
    part = next((part for part in scene.parts if part.clause.start <= place < part.clause.end), None)
    forbidden = any(criterion["kind"] == "doesNotInvokeTool" for criterion in criteria)
    return (
        part is not None
        and not pattern("looks_like", scene.language).search(fold(part.clause.text))
        and part.role is Role.MUST
        and forbidden
        and bool(pattern("not", scene.language).search(fold(part.clause.text)))
    )
