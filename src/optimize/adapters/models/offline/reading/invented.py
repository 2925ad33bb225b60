"""A first message for a test that names no situation: from the agent's tools, its examples, and what it is about."""

import re
from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.concepts import concepts_in, concepts_in_any
from optimize.adapters.models.offline.reading.context import Tool
from optimize.adapters.models.offline.reading.examples import (
    Example,
    examples_for,
    fitting,
    identifying,
    known_as,
    states_in,
)
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, marks, parts_of, pattern, phrase, table
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene

Criteria = list[dict[str, JsonValue]]
_FEW_BANS = 3
"""More bans than these rule out all but what is asked for, so that none of them is what the test is about."""


class Invented(NamedTuple):
    """A made-up first message, and the example that it names, if it names one."""

    text: str
    example: Example | None = None


def about_condition(scene: Scene, parts: list[Part], criteria: Criteria) -> Invented:
    """`When an invoice has an exception` as a request, with an example that is in that condition."""
    text = cut("conditional", scene.language, parts[0].clause.text).strip(" ,:.")
    whole = cut("asked_about", scene.language, scene.text[parts[0].clause.start : parts[-1].clause.end])
    whole = cut("conditional", scene.language, whole).strip(" ,:.")
    example, fits = fitting(whole, _among(scene, None))
    missing = pattern("no_id", scene.language).search(fold(whole))
    if example is None or missing or scene.values("id", "number", "code", "snake", "handle"):
        return Invented(phrase(scene.language, "look_into", text=whole))
    if fits:
        state = pattern("has_state", scene.language).match(fold(text))
        named = _called(scene, example, text)
        on = f"the {parts_of(state)['state']} on {named}" if state else named
        return Invented(_verb(scene, criteria, on, handled=bool(state)), example)
    thing = next((c for c in concepts_in(text, scene.language) if not c.act and c.start < 24), None)
    if thing is None or (example.noun and thing.name not in _concepts(example.noun)):
        told = phrase(scene.language, "look_into", text=whole).rstrip(".。") + _stop(scene.language)
        return Invented(f"{told} {phrase(scene.language, 'about_id', ids=example.value)}", example)
    rest = _as_said(
        re.sub(r"^(?:that|which|die|der|das|qui|que)\s+", "", whole[thing.end :].strip(" ,")), scene.language
    )
    named = f"{text[thing.start : thing.end]} {example.value}"
    return Invented(phrase(scene.language, "look_into_it" if rest else "look_into", text=named, rest=rest), example)


def _as_said(rest: str, language: str) -> str:
    """`ein Problem hat` as the main clause it becomes behind a colon."""
    for rule, new in table(language).get("told_state", []):
        rest = re.sub(rule, new, rest, flags=re.IGNORECASE)
    return rest


def described_state(scene: Scene, criteria: Criteria) -> Invented | None:
    """For a description that tells the condition of a thing anywhere: the example that is in this condition."""
    example, _ = fitting(scene.text, _among(scene, None))
    if example is None or scene.values("id", "number", "code", "snake", "handle"):
        return None
    here, there = states_in(scene.text), states_in(example.note)
    agree = any(here[state] == there[state] for state in here.keys() & there.keys())
    return Invented(_verb(scene, criteria, _called(scene, example, scene.text)), example) if agree else None


def invented_opening(scene: Scene, criteria: Criteria) -> Invented:
    """About what the tool of the criteria does, else about what the agent is for; a greeting only if nothing tells."""
    if any(criterion["kind"] == "responseGroundedInKnowledge" for criterion in criteria):
        return Invented(_about_agent(scene))
    tool = _tool(scene, criteria)
    agent = scene.context.agent
    given = [Example("", entity.value, known_as(agent, entity.value), "") for entity in scene.values("id")[:1]]
    named = tool if any(criterion.get("tool") for criterion in criteria) else None
    among = _among(scene, named)
    if named and named.writes and not {example.parameter for example in among} & {"", *named.parameters}:
        among = []
    example, _ = fitting(scene.text, given or _needing(scene, among, criteria))
    if example:
        return _about_example(scene, criteria, tool, example)
    if tool is None:
        return Invented(_about_agent(scene))
    if scene.language == "en":
        return Invented(_asked_of(scene, tool))
    word = _word_for(scene, name_words(tool.name))
    return Invented(phrase(scene.language, "about_thing", what=word) if word else _about_agent(scene))


def _asked_of(scene: Scene, tool: Tool) -> str:
    """What a user asks for when a tool of this name is needed."""
    act, _, thing = _telling_name(scene, tool.name).partition(" ")
    if thing.startswith(("to ", "for ", "from ")):
        return f"Please {act} this {thing}."
    if tool.writes and thing:
        return phrase("en", "please_do", act=act, thing=thing)
    if thing and act in ("search", "find", "list", "compare", "calculate", "estimate", "track"):
        return phrase("en", "please_find", act=act, thing=thing if thing.endswith("s") else f"the {thing}")
    return phrase("en", "please_read", thing=thing or act)


def _about_example(scene: Scene, criteria: Criteria, tool: Tool | None, example: Example) -> Invented:
    named = _called(scene, example, scene.text)
    if tool is None or not tool.writes or scene.language != "en":
        return Invented(_verb(scene, criteria, named), example)
    act, _, thing = _telling_name(scene, tool.name).partition(" ")
    if not thing or not example.noun or example.noun in thing:
        noun = thing or example.noun
        return Invented(f"Please {act} {noun} {example.value}.".replace("  ", " "), example)
    article = "" if thing.endswith("s") else "an " if thing[0] in "aeiou" else "a "
    forbidden = any(c["kind"] == "doesNotInvokeTool" and c.get("tool") == tool.name for c in criteria)
    asked = f"Please {act} {article}{thing} for {named}."
    return Invented(asked if forbidden else _verb(scene, criteria, named), example)


def _verb(scene: Scene, criteria: Criteria, what: str, *, handled: bool = False) -> str:
    """To handle something where a call that writes is expected, else to check it."""
    return phrase(scene.language, "handle_thing" if _writes(scene, criteria) or handled else "check_thing", what=what)


def _writes(scene: Scene, criteria: Criteria) -> bool:
    """Whether a call that writes is expected."""
    tools = [str(c["tool"]) for c in criteria if c.get("tool") and c["kind"] != "doesNotInvokeTool"]
    if not _only_first(scene):
        tools += [str(c["before"]) for c in criteria if c.get("before")]
    return any(scene.catalogue.tools[tool].writes for tool in tools)


def _needing(scene: Scene, among: list[Example], criteria: Criteria) -> list[Example]:
    """Without the examples that are in order, where something is expected to be done and no state is told."""
    if not _writes(scene, criteria) or states_in(scene.text):
        return among
    return [example for example in among if not states_in(example.note).get("matches")] or among


def _only_first(scene: Scene) -> bool:
    """Whether the text says only that a call comes first, so that it asks for no other one."""
    others = ("before_word", "after", "then", "then_at_end", "then_before", "inner_then", "not")
    return marks(scene.text, scene.language, "first") and not marks(scene.text, scene.language, *others)


def _tool(scene: Scene, criteria: Criteria) -> Tool | None:
    """The tool that the criteria are about (one that writes first), else the one that the text means."""
    banned = [criterion for criterion in criteria if criterion["kind"] == "doesNotInvokeTool"]
    telling = [criterion for criterion in criteria if criterion not in banned] if len(banned) > _FEW_BANS else criteria
    names = [
        str(criterion[key]) for criterion in telling or criteria for key in ("tool", "before") if criterion.get(key)
    ]
    names = names or [mention.tool for mention in scene.catalogue.named(scene.text)]
    named = [scene.catalogue.tools[name] for name in names]
    if named:
        return max(named, key=lambda tool: tool.writes)
    mention = scene.catalogue.described(scene.text, nominal=True)
    if mention:
        return scene.catalogue.tools[mention.tool]
    things = {c.name for c in concepts_in(scene.text, scene.language) if not c.act}
    shared = {
        tool.name: len(things & _concepts(f"{name_words(tool.name)} {tool.description}"))
        for tool in scene.context.agent.tools
    }
    best = max(scene.context.agent.tools, key=lambda tool: (shared[tool.name], not tool.writes), default=None)
    return best


def _among(scene: Scene, tool: Tool | None) -> list[Example]:
    every = identifying(scene.context.agent)
    own = examples_for(tool) if tool else []
    return [example for example in every if example in own] or every


def _called(scene: Scene, example: Example, text: str) -> str:
    """`invoice INV-1003`: with the word that the message itself, or else the agent, uses for it."""
    word = _word_for(scene, example.noun, text) or (example.noun if scene.language == "en" else "")
    if scene.language in ("fr", "es"):
        return _with_article(text, word, example.value)
    return f"{word} {example.value}".strip()


def _word_for(scene: Scene, noun: str, text: str | None = None) -> str:
    """The word of the message that stands for the same thing as the agent's word."""
    wanted, text = _concepts(noun), scene.text if text is None else text
    found = next((c for c in concepts_in(text, scene.language) if not c.act and c.name in wanted), None)
    if found is None:
        return ""
    word = text[found.start : found.end]
    return noun if scene.language == "en" and (word.endswith("s") or word[0].isupper()) else word


_DEFINITE = {"une": "la", "la": "la", "un": "le", "le": "le", "una": "la", "el": "el"}


def _with_article(text: str, word: str, value: str) -> str:
    before = re.search(rf"\b(une|un|la|le|una|el) {re.escape(fold(word))}", fold(text)) if word else None
    if before is None:
        return value
    article = (
        "el" if before[1] == "un" and re.search(r"\b(?:el|los|una|que|debe)\b", fold(text)) else _DEFINITE[before[1]]
    )
    return f"{article} {word} {value}"


def _concepts(noun: str) -> set[str]:
    return {concept.name for concept in concepts_in_any(noun) if not concept.act}


def _telling_name(scene: Scene, tool: str) -> str:
    """The words of a tool's name without those that every tool of the agent has."""
    names = [name_words(name).split() for name in scene.catalogue.tools]
    shared = set(names[0]).intersection(*names[1:]) if len(names) > 2 else set()
    return " ".join(word for word in name_words(tool).split() if word not in shared) or name_words(tool)


def _about_agent(scene: Scene) -> str:
    """A question about what the agent knows or is for: the knowledge that the description names, else the first."""
    agent = scene.context.agent
    said = content_stems(scene.text)
    topics = sorted(map(name_words, agent.knowledge), key=lambda topic: -len(said & content_stems(topic)))
    about = re.search(r"\b(?:about|on|regarding) (?:the |our |your )?([^.,;:]{3,60})", agent.description)
    topic = topics[0] if topics else about[1].strip() if about else ""
    if not topic:
        return phrase(scene.language, "greeting")
    return phrase(scene.language, "about_thing", what=f"the {topic}" if scene.language == "en" else topic)


def _stop(language: str) -> str:
    return "。" if language in ("zh", "ja") else "."


def with_example(scene: Scene, opening: str) -> str:
    """A message about a thing that the agent needs a number for, with the number of the example that fits."""
    among = [example for example in identifying(scene.context.agent) if example.parameter]
    example, fits = fitting(scene.text, among)
    known = re.search(r"\d", opening) or scene.values("id", "number", "code", "snake", "handle", "email")
    if example is None or known or pattern("no_id", scene.language).search(fold(scene.text)):
        return opening
    if not fits and not _concepts(example.noun) & {c.name for c in concepts_in(opening, scene.language)}:
        return opening
    ended = opening if opening.endswith((".", "?", "!", "。", "？")) else opening + _stop(scene.language)
    return f"{ended} {phrase(scene.language, 'about_id', ids=example.value)}"
