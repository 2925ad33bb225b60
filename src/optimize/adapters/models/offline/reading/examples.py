"""Example values that the agent's own texts offer, above all the hints in the schemas of its tools."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.concepts import concepts_in_any
from optimize.adapters.models.offline.reading.context import Agent, Tool
from optimize.adapters.models.offline.reading.entities import entities_in
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import table
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words


class Example(NamedTuple):
    """A value that `parameter` may have, what it is called, and what the hint says of it."""

    parameter: str
    value: str
    noun: str
    note: str


_LEAD = re.compile(
    r"\b(?:e\.?\s?g\b\.?|for example|for instance|such as|examples?\b|z\.\s?b\.|zum beispiel|par exemple|p\.\s?ex\.|"
    r"por ejemplo|p\.\s?ej\.)|例如|比如|例[:：]|たとえば"
)
_ITEM = re.compile(r"\s*[:：,]?\s*(?P<value>\"[^\"]+\"|'[^']+'|[^\s,;()（）、。]+)(?:\s*[(（](?P<note>[^)）]*)[)）])?")
_NEXT = re.compile(r"\s*(?:,\s*(?:or|and)?|;|、|/|\b(?:or|and|oder|und|ou|et|o|y)\b|或|和|または)\s*")
_KIND_WORDS = re.compile(
    r"\b(?:the|an?|its|of|numbers?|no|ids?|identifiers?|codes?|references?|refs?|keys?|unique|names?|string|value)\b"
)


_NONE = re.compile(
    r"\b(?:no|not|without|never|kein\w*|nicht|ohne|pas|sans|aucune?|sin|ningun\w*)\b|n't\b|没|无|不|ない|なし"
)


def examples_in(parameter: str, hint: str) -> list[Example]:
    """`Order number, e.g. O-1 (late) or O-2 (paid)` → two examples called `order`."""
    lead = _LEAD.search(fold(hint))
    if lead is None:
        return []
    noun = _noun(hint[: lead.start()]) or _noun(name_words(parameter))
    found, at = [], lead.end()
    while item := _ITEM.match(hint, at):
        value = item["value"].strip("\"'.")
        if value:
            found.append(Example(parameter, value, noun, item["note"] or ""))
        following = _NEXT.match(hint, item.end())
        if following is None:
            break
        at = following.end()
    return found


def _noun(text: str) -> str:
    words = re.sub(r"\s+", " ", _KIND_WORDS.sub(" ", fold(text))).strip(" ,.:;(")
    words = f"{words} number" if words.endswith("ing") else words
    return words if 0 < len(words.split()) < 4 else ""


def examples_for(tool: Tool) -> list[Example]:
    return [example for name, hint in tool.hints.items() for example in examples_in(name, hint)]


def identifying(agent: Agent) -> list[Example]:
    """The examples that name one thing (values with a digit), those that most tools share first."""
    every = [example for tool in agent.tools for example in examples_for(tool) if re.search(r"\d", example.value)]
    found = sorted(dict.fromkeys(every), key=lambda example: -every.count(example))
    return found or [Example("", value, initialled(agent, value), "") for value in _mentioned(agent)]


def initialled(agent: Agent, value: str) -> str:
    """The parameter whose name the letters of an id shorten: `INV-1003` is an `invoice`, `PO-7` a `purchase order`."""
    letters = re.match(r"[a-z]{2,}", fold(value))
    nouns = [noun for tool in agent.tools for name in tool.parameters if (noun := _noun(name_words(name)))]
    short = letters.group() if letters else "?"
    return next((n for n in nouns if n.startswith(short) or "".join(w[0] for w in n.split()) == short), "")


def _mentioned(agent: Agent) -> list[str]:
    """Ids that stand in the agent's description, instructions, knowledge and tools."""
    texts = (agent.description, agent.instructions, *agent.knowledge, *(tool.description for tool in agent.tools))
    found = [entity for text in texts for entity in entities_in(text, "en") if entity.kind == "id"]
    return [entity.value for entity in found if re.search(r"[A-Z]+-?\d", entity.value)]


def fitting(text: str, among: list[Example]) -> tuple[Example | None, bool]:
    """The example that `text` describes best, the first one if none does; and whether its note says the same."""
    scored = [(_agreement(text, example.note), example) for example in among]
    best = max((score for score, _ in scored), default=0)
    chosen = next((example for score, example in scored if score == best), None)
    return chosen, best > 0


def _agreement(text: str, note: str) -> int:
    """Words and states that both have; a state that one of them denies counts against."""
    here, there = states_in(text), states_in(note)
    stems = len(content_stems(text) & content_stems(note))
    denied = sum(here[state] != there[state] for state in here.keys() & there.keys())
    agreed = sum(here[state] == there[state] for state in here.keys() & there.keys())
    things = {c.name for c in concepts_in_any(text) if not c.act} & {c.name for c in concepts_in_any(note)}
    if denied or not (agreed or stems or things):
        return -denied
    if not agreed and bool(_NONE.search(fold(text))) != bool(_NONE.search(fold(note))):
        return -1
    return 3 * agreed + stems + len(things)


def states_in(text: str) -> dict[str, bool]:
    """Conditions a thing can be in, with whether the text affirms them: `does not match` → {"matches": False}."""
    folded = fold(text)
    told = {
        state: next((affirmed for source, affirmed in rules if re.search(source, folded)), None)
        for state, rules in table("states").items()
    }
    return {state: affirmed for state, affirmed in told.items() if affirmed is not None}


def pattern_of(tool: Tool, parameter: str) -> str | None:
    """The shape (re2) that every example of the parameter has, if they are ids or numbers: `INV-1003` → `INV-\\d+`."""
    shapes = {_shape(example.value) for example in examples_in(parameter, tool.hints.get(parameter, ""))}
    return shapes.pop() if len(shapes) == 1 and None not in shapes else None


def _shape(value: str) -> str | None:
    if not re.fullmatch(r"[A-Za-z0-9_./#-]+", value) or not re.search(r"\d", value):
        return None
    if re.fullmatch(r"[A-Za-z]+[-_/#]?\d+|[\d.-]+", value):
        return "".join(r"\d+" if run.isdigit() else _literal(run) for run in re.findall(r"\d+|\D+", value))
    runs = re.findall(r"\d+|[A-Za-z]+|.", value)
    return "".join(r"\d+" if run.isdigit() else "[A-Za-z]+" if run.isalpha() else _literal(run) for run in runs)


def _literal(text: str) -> str:
    """Escaped where it must be; a hyphen stands for itself outside brackets, and people read this."""
    return re.escape(text).replace("\\-", "-").replace("\\#", "#")


def known_as(agent: Agent, value: str) -> str:
    """What the agent calls a thing whose number looks like `value`; empty if no hint has that shape."""
    return next((e.noun for e in identifying(agent) if e.noun and _shape(e.value) == _shape(value)), "")
