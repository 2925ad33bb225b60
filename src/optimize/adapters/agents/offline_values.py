"""Finds the values of a tool's parameters in what a person wrote: ids, quoted words, numbers, dates, choices."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import JsonValue

from optimize.domain.agent_definition import ToolDeclaration
from optimize.domain.text import fold

_ID = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{2,}|(?<![\w-])[A-Z]{5,}(?![\w-])")
_NOT_AN_ID = re.compile(r"^\d+(st|nd|rd|th|am|pm|[a-z]{1,2}|gb|eur|usd|gbp|min)$", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w-])")
_DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{1,500})[\"”“»]|(?<!\w)'([^']{1,500})'(?!\w)")
_ID_WORDS = frozenset({"id", "number", "no", "code", "ref", "reference", "key", "sku"})

_SEARCH_WORDS = frozenset({"query", "question", "search", "keywords", "text", "q"})


def words_of(name: str) -> list[str]:
    """`purchaseOrder` and `purchase_order` → purchase, order."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)]


def nouns_of(tools: Iterable[ToolDeclaration]) -> frozenset[str]:
    """The things that parameters of these tools are about: reservation, user, order."""
    words = (word for tool in tools for name in tool.parameter_names for word in words_of(name))
    return frozenset(words) - _ID_WORDS


def values_for(
    tool: ToolDeclaration, text: str, known: Mapping[str, JsonValue], nouns: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Parameter → value, for those that can be told from `text` or else from `known` (fields of earlier results).

    An id that `text` calls by one of the `nouns` is not taken for anything else.
    """
    properties = tool.parameters.get("properties")
    found: dict[str, Any] = {}
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        shape = schema if isinstance(schema, dict) else {}
        value = next(
            _candidates(tool, name, shape, _without_others(text, nouns, words_of(name)), found), known.get(name)
        )
        if value is not None:
            found[name] = value
    return found


def _without_others(text: str, nouns: frozenset[str], words: list[str]) -> str:
    """`text` without the ids and numbers that it calls by a noun which is not the parameter's."""
    others = "|".join(sorted(map(re.escape, nouns - set(words))))
    if not others:
        return text
    called = rf"\b(?i:{others})\W+(?:(?i:number|no|id|code)\W+)?((?=[\w-]*\d)[\w-]+|[A-Z]{{5,}}\b)"
    return re.sub(called, lambda match: match.group(0) if _prefix_fits(match.group(1), words) else " ", text)


def required_of(tool: ToolDeclaration) -> tuple[str, ...]:
    """The parameters a call needs; all of them if the tool does not say."""
    required = tool.parameters.get("required")
    return tuple(str(name) for name in required) if isinstance(required, list) else tool.parameter_names


def _candidates(
    tool: ToolDeclaration, name: str, schema: dict[str, JsonValue], text: str, found: Mapping[str, Any]
) -> Iterator[Any]:
    """Values in falling order of certainty."""
    choices = schema.get("enum")
    if isinstance(choices, list):
        yield from (choice for choice in choices if fold(str(choice)) in fold(text))
    elif schema.get("type") in ("number", "integer"):
        yield from _numbers(name, schema, text)
    elif schema.get("type") in (None, "string"):
        yield from _strings(tool, name, schema, text, found)
    elif schema.get("type") == "array":
        named = [value for value in _ids(text) if _prefix_fits(value, words_of(name))]
        yield from [named] if named else []


def _strings(
    tool: ToolDeclaration, name: str, schema: dict[str, JsonValue], text: str, found: Mapping[str, Any]
) -> Iterator[str]:
    words = words_of(name)
    yield from _after_name(words, text, r"[\"“']([^\"”']+)[\"”']")
    if "date" in words or schema.get("format") == "date":
        yield from (date for date in _DATE.findall(text) if date not in found.values())
    elif "email" in words:
        yield from _EMAIL.findall(text)
    else:
        yield from _fitting_ids(tool, words, text, found)
        yield from _only_quoted(tool, words, text)
        if tool.effect == "read" and words[-1:] and words[-1] in _SEARCH_WORDS and len(text.split()) > 2:
            yield text.strip()


def _fitting_ids(tool: ToolDeclaration, words: list[str], text: str, found: Mapping[str, Any]) -> Iterator[str]:
    ids = [value for value in _ids(text) if value not in found.values()]
    yield from (value for value in ids if _prefix_fits(value, words) or _word_before_fits(value, words, text))
    wants_id = words[-1:] and (words[-1] in _ID_WORDS or words[0] in words_of(tool.name))
    if wants_id:
        free = [value for value in ids if not _belongs_elsewhere(tool, words, value, text)]
        yield from free if len(free) == 1 else []
        yield from _after_name([word for word in words if word not in _ID_WORDS], text, r"#?(\d[\w-]*)")


def _belongs_elsewhere(tool: ToolDeclaration, words: list[str], value: str, text: str) -> bool:
    others = (words_of(name) for name in tool.parameter_names)
    return any(
        other != words and (_prefix_fits(value, other) or _word_before_fits(value, other, text)) for other in others
    )


def _only_quoted(tool: ToolDeclaration, words: list[str], text: str) -> Iterator[str]:
    """The one quoted text, for the one parameter that takes free text."""
    quoted = [first or second for first, second in _QUOTED.findall(text)]
    free = [name for name in tool.parameter_names if words_of(name)[-1:] and words_of(name)[-1] not in _ID_WORDS]
    if len(quoted) == 1 and [words_of(name) for name in free] == [words]:
        yield quoted[0]


def _numbers(name: str, schema: dict[str, JsonValue], text: str) -> Iterator[int | float]:
    alone = _NUMBER.findall(text)
    named = list(_after_name(words_of(name), text, r"(\d+(?:\.\d+)?)"))
    for value in named or (alone if len(alone) == 1 else []):
        yield int(float(value)) if schema.get("type") == "integer" else float(value)


def _after_name(words: list[str], text: str, value: str) -> Iterator[str]:
    """What follows the parameter's name: `amount: 20`, `purchase order is "PO-1"`."""
    if words:
        name = r"[ _-]?".join(map(re.escape, words))
        yield from re.findall(rf"(?i)\b{name}\b\s*(?:is|of|=|:|to|no\.?|number)?\s*{value}", text)


def _ids(text: str) -> list[str]:
    return [value for value in dict.fromkeys(_ID.findall(text)) if not _NOT_AN_ID.match(value)]


def _prefix_fits(value: str, words: list[str]) -> bool:
    """INV-1003 fits `invoice`; PO-2003 fits `purchase_order` and `po_number`."""
    letters = re.match(r"[A-Za-z]+", value)
    prefix = letters.group(0).lower() if letters else ""
    initials = "".join(word[0] for word in words)
    return len(prefix) >= 2 and (initials.startswith(prefix) or any(word.startswith(prefix) for word in words))


def _word_before_fits(value: str, words: list[str], text: str) -> bool:
    before = re.search(rf"\b(\w{{1,40}})\W+(?:(?:number|no|id|code)\W+)?{re.escape(value)}", text)
    return bool(before) and before is not None and before.group(1).lower() in words
