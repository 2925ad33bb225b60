"""What each tool of the agent does and is about, read from its name, its description and its parameters."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from optimize.adapters.models.offline.reading.concepts import concepts_in, group_of
from optimize.adapters.models.offline.reading.context import Tool
from optimize.adapters.models.offline.reading.folding import fold, stem
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.lexicon import table


class Profile(NamedTuple):
    """Weights by concept and by stem: how strongly each speaks for this tool."""

    tool: Tool
    acts: dict[str, float]
    things: dict[str, float]
    stems: dict[str, float]

    def groups(self) -> set[str]:
        return {group_of(act) for act in self.acts}


_PARTS = ((3.0, 2.0, 1.5), (2.0, 1.0, 0.6), (0.0, 0.5, 0.4))


def name_words(name: str) -> str:
    """`register_supplier_query`, `WebSearch` → words with spaces between them."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return re.sub(r"[_\-.\s]+", " ", split).lower().strip()


def profile_of(tool: Tool) -> Profile:
    acts: dict[str, float] = {}
    things: dict[str, float] = {}
    stems: dict[str, float] = {}
    parameters = " ".join(map(name_words, tool.parameters))
    language = language_of(f"{tool.description} {name_words(tool.name)}")
    for text, (act_weight, thing_weight, stem_weight) in zip(
        (name_words(tool.name), tool.description, parameters), _PARTS, strict=True
    ):
        said = concepts_in(text, language)
        led = any(concept.act and concept.start == 0 for concept in said)
        for concept in said:
            weights, weight = (acts, act_weight) if concept.act else (things, thing_weight)
            weight = weight if not concept.act or not led or concept.start == 0 else min(weight, 0.4)
            weights[concept.name] = max(weights.get(concept.name, 0), weight)
        for word in content_stems(text):
            stems[word] = max(stems.get(word, 0), stem_weight)
    own = own_verb(tool)
    fitting = _fitting(tool, acts)
    return Profile(tool, fitting | {own: 3.0} if own else fitting, things, stems)


def own_verb(tool: Tool) -> str | None:
    """The stem of a verb that opens the tool's name and that no concept knows, such as `unlock`."""
    first = name_words(tool.name).split()[:1]
    known = any(concept.act and concept.start == 0 for concept in concepts_in(name_words(tool.name), "en"))
    return None if known or not first or len(name_words(tool.name).split()) < 2 else stem(first[0])


def _fitting(tool: Tool, acts: dict[str, float]) -> dict[str, float]:
    """Acts that fit the declared effect: `event_booking_check` reads, so the booking in its name is no act."""
    present = {act: weight for act, weight in acts.items() if weight}
    fitting = {act: weight for act, weight in present.items() if (group_of(act) == "read") != tool.writes}
    return fitting or (present if tool.writes else {"read": 1.0})


def content_stems(text: str) -> set[str]:
    ignored = frozenset(table("en")["words"]["stop"].split())
    found = re.findall(r"[a-z][a-z0-9]{2,}", fold(text))
    return {stem(word) for word in found if word not in ignored}


def rarity(profiles: Iterable[Profile]) -> Counter[str]:
    """In how many tools each thing and each stem occurs."""
    counts: Counter[str] = Counter()
    for profile in profiles:
        counts.update(profile.things.keys())
        counts.update(f"~{word}" for word in profile.stems)
    return counts
