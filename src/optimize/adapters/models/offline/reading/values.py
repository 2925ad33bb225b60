"""Which value belongs to which parameter of a tool: by what the parameter is called and what the value looks like."""

import re
from collections.abc import Iterable

from optimize.adapters.models.offline.reading.concepts import concepts_in, concepts_in_any
from optimize.adapters.models.offline.reading.context import Agent, Tool
from optimize.adapters.models.offline.reading.entities import Entity
from optimize.adapters.models.offline.reading.examples import initialled, known_as, pattern_of
from optimize.adapters.models.offline.reading.folding import fold, stem
from optimize.adapters.models.offline.reading.lexicon import pattern, table
from optimize.adapters.models.offline.reading.profiles import name_words

_KINDS = {
    "date": {"date", "day", "start", "end", "from", "until", "birth", "deadline", "range"},
    "time": {"time", "hour", "at"},
    "email": {"email", "mail", "recipient", "to", "address"},
    "phone": {"phone", "number", "telephone", "mobile", "to"},
    "amount": {"amount", "price", "total", "value", "sum", "cost", "fee", "limit", "difference", "balance", "budget"},
    "percent": {"value", "percent", "percentage", "rate", "discount"},
    "number": {
        "quantity",
        "size",
        "count",
        "amount",
        "value",
        "number",
        "total",
        "temperature",
        "nights",
        "guests",
        "people",
        "limit",
        "days",
        "months",
        "weeks",
        "years",
        "hours",
        "seats",
        "tickets",
        "persons",
        "copies",
        "units",
        "packs",
        "instalments",
        "id",
        "party",
        "baggages",
    },
    "handle": {"username", "user", "login", "handle", "account", "recipient", "name"},
    "name": {"recipient", "name", "contact", "to", "artist", "doctor", "person", "customer", "city"},
    "file": {"path", "file", "filename", "document"},
    "id": {
        "id",
        "number",
        "no",
        "code",
        "reference",
        "ref",
        "invoice",
        "order",
        "po",
        "contract",
        "claim",
        "case",
        "seat",
        "reservation",
        "key",
        "sku",
    },
    "address": {"address", "street", "destination"},
    "snake": {"id", "device", "code", "key", "sku", "type"},
    "code": {"origin", "destination", "currency", "airport", "from", "to", "code", "country"},
}
_SUMS = _KINDS["amount"]
_SPANS = {"days", "nights", "weeks", "months", "years", "hours", "minutes", "duration", "period", "time"}
_KINDS["word"] = _KINDS["number"] - {"id"}


_TEXTS = {"text", "message", "note", "comment", "reason", "subject", "body", "summary", "content", "description"}


def takes_a_value(words: str) -> bool:
    """Whether a parameter of these words holds a text, a number or a thing, so that it is no yes or no."""
    return bool(set(words.split()) & set().union(_TEXTS, *_KINDS.values()))


def is_a_text(words: str) -> bool:
    """Whether a parameter of these words holds sentences."""
    return bool(set(words.split()) & _TEXTS)


def fits(entity: Entity, parameter: str, text: str, language: str) -> float:
    """How well the value suits the parameter: 0 not at all; above 1 when the words beside it say so."""
    named = name_words(parameter).split()
    allowed = _KINDS.get(entity.kind, set())
    base = 0.5 if allowed & set(named) else 0.0
    if entity.kind == "number" and "year" in named:
        return 1.0 if re.fullmatch(r"(?:19|20)\d\d", entity.value) else 0.0
    if entity.kind in ("id", "number", "snake") and not base:
        return 0.0
    if "date" in named and entity.kind in ("amount", "number", "percent", "word"):
        return 0.0
    if "id" in named and re.search(r"[.,]", entity.text):
        return 0.0
    if (
        entity.kind in ("number", "word")
        and _is_span(entity, text, language)
        and _SUMS & set(named)
        and not _SPANS & set(named)
    ):
        return 0.0
    near = max((_near(named, text, place, entity.text, language) for place in _places(text, entity)), default=0.0)
    if entity.kind == "number" and ("id" in named or named[1:] == ["number"]) and not near:
        return 0.0
    return base + near if base or near else 0.0


def _is_span(entity: Entity, text: str, language: str) -> bool:
    """`paid within 30 days`: a time, which is no sum."""
    return bool(pattern("time_unit", language).match(fold(text[entity.end :])))


def _places(text: str, entity: Entity) -> list[int]:
    """Everywhere the same value stands: the words that tell what it is may stand beside another mention."""
    places = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(entity.text)}(?!\w)", text)]
    return places or [entity.start]


def _near(named: list[str], text: str, place: int, written: str, language: str) -> float:
    after = (re.match(r"\s*[\w-]+", text[place + len(written) :]) or [""])[0]
    return _agree(named, text[max(0, place - 28) : place], language) or _agree(named, after, language) * 0.5


def _agree(named: list[str], words: str, language: str) -> float:
    wanted = {stem(word) for word in named if word not in ("id", "number", "name", "new")}
    words = re.split(r"\d", words)[-1]
    said = re.findall(r"[a-z]+", fold(words))[-3:]
    if any(stem(word) in wanted for word in said):
        return 1.0
    concepts = {c.name for c in concepts_in_any(" ".join(w for w in named if w != "id"))}
    return 0.8 if concepts & {c.name for c in concepts_in(words[-20:], language)} else 0.0


def of_another_kind(agent: Agent, tool: Tool, parameter: str, value: str) -> bool:
    """Whether an id is one of another thing: `INV-1003` is no order when an order looks like `PO-2003`."""
    shape = pattern_of(tool, parameter)
    if shape and re.fullmatch(shape, value):
        return False
    thing, own = known_as(agent, value) or initialled(agent, value), name_words(parameter)
    if not thing or not re.search(r"\d", value):
        return False
    return not (set(thing.split()) & set(own.split()) or _short_for(value, own))


def _short_for(value: str, words: str) -> bool:
    """Whether the letters of an id shorten these words: `PO-7` a purchase order."""
    letters = (re.match(r"[a-z]+", fold(value)) or [""])[0]
    return bool(letters) and (words.startswith(letters) or "".join(word[0] for word in words.split()) == letters)


def words_for(parameter: str, text: str) -> str | None:
    """A word of the text from the usual values of such a parameter: a cabin, a size, a status."""
    for key, values in table("values").items():
        if key in name_words(parameter).split():
            folded = fold(text)
            hits = [value for value in values if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", folded)]
            if hits:
                at = folded.index(hits[0])
                return text[at : at + len(hits[0])]
    return None


def forms_of(parameter: str, others: Iterable[str]) -> list[str]:
    """What a parameter is called in a sentence: its name, its words, the word that no other parameter shares."""
    named = name_words(parameter)
    rest = {word for other in others if other != parameter for word in name_words(other).split()}
    alone = [word for word in named.split() if word not in rest and len(word) > 3]
    return sorted({parameter.lower(), named, f"{named}s", *alone}, key=len, reverse=True)
