"""What the final answer must or must not contain, and which shape it must have."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, phrase, spans, word_pattern
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.spelled_out import exactly, pattern_like, shape_in

Criterion = dict[str, JsonValue]
EXACT = ("quote", "id", "date", "amount", "number", "email", "phone", "percent", "time", "snake", "file", "code")
_SPLIT = re.compile(
    r"\s*(?:,(?!\d)|;|、|\+|&|\band\b|\bor\b|\bund\b|\boder\b|\bet\b|\bou\b|\by\b|\bo\b|和|及|与|以及|と|や)\s*"
)


def json_answer(scene: Scene, part: Part) -> list[Criterion]:
    """JSON, with the keys that it must have if the clause names them."""
    match = pattern("json_keys", scene.language).search(fold(part.clause.text))
    if match is None:
        return [{"kind": "answerIsJson"}]
    start, end = spans(match)["keys"]
    keys: list[JsonValue] = [
        key for key in (item.strip(" \"'") for item in _SPLIT.split(part.clause.text[start:end])) if key
    ]
    return [{"kind": "answerIsJson", "schema": {"type": "object", "required": keys}}]


def truth_in(scene: Scene, part: Part) -> list[Criterion]:
    """`the right number is 4`: the value after the words."""
    match = pattern("truth", scene.language).search(fold(part.clause.text))
    if match is None:
        return []
    entities = [e for e in scene.inside(part.clause.start + match.end(), part.clause.end) if e.kind in (*EXACT, "word")]
    return [_contains([entities[0].text.strip("\"'")])] if entities else []


def _contains(texts: list[str]) -> Criterion:
    return {"kind": "answerContains", "texts": list(dict.fromkeys(texts))}


def shape_of(scene: Scene, part: Part, *, negated: bool) -> list[Criterion]:
    """`an id like ORD- plus 8 digits` in the answer; a shape that must not occur is left to the judge."""
    text = part.clause.text
    written = pattern("regex", scene.language).search(fold(text))
    if written and not negated:
        start, end = spans(written)["regex"]
        return [{"kind": "answerMatches", "pattern": text[start:end].strip(" \"'`/")}]
    match = pattern("looks_like", scene.language).search(fold(text))
    shape = shape_in(text, scene.language)
    if negated and match:
        return [
            {
                "kind": "satisfiesAssertion",
                "assertion": phrase(scene.language, "no_shape", example=_example(text, match)),
            }
        ]
    if negated or not (match or shape):
        return []
    found = shape.strip("^$") if shape else pattern_like(_example(text, match)) if match else ""
    return [{"kind": "answerMatches", "pattern": found}]


def _example(text: str, match: re.Match[str]) -> str:
    start, end = spans(match)["example"]
    return text[start:end]


def texts_in(scene: Scene, part: Part, *, negated: bool) -> list[Criterion]:
    """The criteria on texts of the answer, or nothing if the clause says something that only a judge can read."""
    folded = fold(part.clause.text)
    exact = _outermost([e for e in scene.inside(part.clause.start, part.clause.end) if e.kind in EXACT])
    if not negated and marks(folded, scene.language, "appears") and (placed := _placed(scene, part, exact)):
        return [_contains(placed)]
    if not negated and (cited := _cited(scene, part)):
        return [_contains(cited)]
    if not exact and marks(folded, scene.language, "asks_for"):
        return []
    verb = _verb(folded, exact, part.clause.start, scene.language)
    if verb is None:
        return []
    numbers = _one_not_others(scene, part, exact)
    if numbers:
        return numbers
    items = _items(scene, part, verb.end())
    if items and negated:
        return [{"kind": "answerDoesNotContain", "texts": list(items)}] if _all_exact(items, exact) else []
    if items:
        return [_contains(items)] if _plain(scene, part, folded, verb, items, exact) else []
    return []


def _outermost(entities: list[Entity]) -> list[Entity]:
    """Without the numbers inside a quoted text: `"5 Tage"` asks for no 5 of its own."""
    quotes = [entity for entity in entities if entity.kind == "quote"]
    return [e for e in entities if not any(q is not e and q.start <= e.start and e.end <= q.end for q in quotes)]


def _cited(scene: Scene, part: Part) -> list[str]:
    """`with Item 7 cited`: the short names that stand before the verb."""
    match = pattern("passive_cited", scene.language).search(fold(part.clause.text))
    if match is None:
        return []
    start, end = spans(match)["what"]
    items = [item.strip(" .\"'()") for item in _SPLIT.split(cut_lead(part.clause.text[start:end], scene.language))]
    named = all(item[:1].isupper() and any(char.isdigit() for char in item) for item in items)
    return items if named and all(_is_item(scene, item) for item in items) else []


def _placed(scene: Scene, part: Part, exact: list[Entity]) -> list[str]:
    """`the price, $214, must be in the answer`: the exact values of the clause, else the last one before it."""
    same = [p.clause.start for p in scene.parts if p.clause.sentence == part.clause.sentence]
    earlier = [e for e in scene.inside(min(same), part.clause.start) if e.kind in EXACT]
    both = exact and pattern("both", scene.language).search(fold(part.clause.text))
    listed = [e for e in earlier if e.kind == exact[0].kind] + exact if both else exact or earlier[-1:]
    return [entity.text.strip("\"'「」") for entity in listed]


def _verb(folded: str, exact: list[Entity], offset: int, language: str) -> re.Match[str] | None:
    """The verb of containing: the last one before the first exact value, else the first that is no noun."""
    first = exact[0].start - offset if exact else len(folded)
    for kind in ("contains", "holds"):
        found = [m for m in pattern(kind, language).finditer(folded) if not _is_noun(folded, m, language)]
        before = [match for match in found if match.end() <= first]
        nouns = word_pattern("answer", language)
        verbs = [
            match for match in before or found if not (match.start() < 12 and nouns.fullmatch(match.group()))
        ] or found
        if verbs:
            return verbs[-1] if exact and before else verbs[0]
    return None


def _is_noun(folded: str, match: re.Match[str], language: str) -> bool:
    """`the name`, `his answer`: in English many of the verbs are nouns behind an article."""
    return language == "en" and bool(pattern("article_before", language).search(folded[: match.start()]))


def _all_exact(items: list[str], exact: list[Entity]) -> bool:
    written = {entity.text.strip("\"'「」“”") for entity in exact}
    return all(item in written or any(text in item for text in written) for item in items)


def _plain(scene: Scene, part: Part, folded: str, verb: re.Match[str], items: list[str], exact: list[Entity]) -> bool:
    """Whether the items are words to find rather than a matter to tell."""
    if _all_exact(items, exact) or all(item[:1].isupper() for item in items):
        return True
    if any(pattern("negation_start", scene.language).search(fold(item)) for item in items):
        return False
    return bool(pattern("naming", scene.language).search(verb.group())) or (
        part.subject in ("answer", "") and bool(pattern("holding", scene.language).search(folded))
    )


def _one_not_others(scene: Scene, part: Part, exact: list[Entity]) -> list[Criterion]:
    """`15, not 150`: a number that must stand alone."""
    numbers = [entity for entity in exact if entity.kind in ("number", "amount")]
    if len(numbers) < 2:
        return []
    between = fold(scene.text[numbers[0].end : numbers[1].start])
    if pattern("not", scene.language).search(between) and any(numbers[0].value in other.value for other in numbers[1:]):
        return [{"kind": "answerMatches", "pattern": exactly(numbers[0].text)}]
    return []


def _items(scene: Scene, part: Part, at: int) -> list[str]:
    """The list after the verb; empty if one of its items is more than a short name or text."""
    clause = part.clause
    tail = clause.text[at:]
    condition = pattern("user_condition", scene.language).search(fold(tail))
    end = clause.end
    if condition and condition.start() > 2:
        end -= len(tail) - condition.start()
        tail = tail[: condition.start()].rstrip(" ,")
    colon = tail.find(": ")
    if 0 <= colon < 20:
        tail = tail[colon + 1 :]
    quotes = [e.value for e in scene.inside(end - len(tail), end) if e.kind == "quote"]
    if quotes:
        return [*_ids_beside(scene, end - len(tail), end), *quotes]
    tail = pattern("item_tail", scene.language).sub("", fold(tail), count=1) and tail[: _tail_at(scene, tail)]
    lead = pattern("says_word", scene.language).match(fold(tail).lstrip())
    tail = tail.lstrip()[lead.end() :] if lead else tail
    items = [item.strip(" .\"'()") for item in _SPLIT.split(tail) if item.strip(" .\"'()")]
    items = [_telling(scene, item) for item in items]
    return items if items and all(_is_item(scene, item) for item in items) else []


def _ids_beside(scene: Scene, start: int, end: int) -> list[str]:
    """`SH-502 and the word "delivered"`: ids listed with quoted texts."""
    first = next(e.start for e in scene.inside(start, end) if e.kind == "quote")
    listed = pattern("coordination", scene.language).search(fold(scene.text[start:first]))
    return [e.value for e in scene.inside(start, first) if e.kind == "id"] if listed else []


def _telling(scene: Scene, item: str) -> str:
    """`breakfast hours 7:00` → `7:00`, `the title Emma` → `Emma`: after a description in plain words, what is exact."""
    titled = re.fullmatch(r"(?:[a-zà-ÿ']+ ){1,3}((?:[A-ZÀ-Þ][\w'-]*)(?: [A-ZÀ-Þ\d][\w'-]*)*)", item)
    if titled and scene.language != "de":
        return titled[1]
    last = item.split()[-1]
    plain = item.split()[:-1]
    exact = any(
        entity.text.strip("\"'") == last
        for entity in scene.entities
        if entity.kind in ("time", "amount", "date", "id", "email")
    )
    return last if exact and len(plain) > 1 and all(word.islower() for word in plain) else item


def _tail_at(scene: Scene, tail: str) -> int:
    match = pattern("item_tail", scene.language).search(fold(tail))
    return match.start() if match else len(tail)


def _is_item(scene: Scene, item: str) -> bool:
    folded = fold(item)
    if re.fullmatch(r"[\d.,:/$€£%+-]+", item):
        return True
    if pattern("item_stop", scene.language).search(folded):
        return False
    if scene.language in ("zh", "ja"):
        return bool(re.fullmatch(r"[\w .:/-]+", item)) and len(item) < 24 and item.isascii()
    return len(item.split()) <= 4 and not word_pattern("verbs", scene.language).search(folded)
