"""What drafts say, laid out for a comparison with their description."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.audit.lexis import content, kind_words
from optimize.adapters.models.offline.reading.audit.quantity import Limit, limits_in
from optimize.adapters.models.offline.reading.audit.tooling import Tooling
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.plan import Remark

_TOLD = ("situation", "simulated_user")
_QUOTING = ("situation_invented", "situation_invented_thing")
"""Remarks that quote the draft, and nothing that it lacks."""
_CALLS = ("invokesTool", "toolParametersContain", "doesNotInvokeTool")


Pair = tuple[str, str]
"""Two tools, the earlier one first."""


class Drafted:
    """Drafts, and the remarks beside them.

    `required`: texts that a judge or a comparison decides; `told`: situation and simulated user; `said`: to the person.
    """

    def __init__(
        self, drafts: Sequence[Mapping[str, JsonValue]], remarks: Iterable[Remark], tooling: Tooling, language: str
    ) -> None:
        self.criteria = [one for draft in drafts for one in _list(draft.get("criteria")) if isinstance(one, dict)]
        self.required = [text for one in self.criteria for text in _texts(one)]
        self.told = [text for draft in drafts for name in _TOLD for text in _strings(draft.get(name))]
        self.said = [text for one in remarks if one.code not in _QUOTING for text in one.values.values()]
        self.settings = frozenset(name for draft in drafts for name in draft)
        self.written = json.dumps([[{**draft, "name": ""} for draft in drafts], self.said], ensure_ascii=False)
        """Everything, as one text."""
        self.tooling = tooling
        self.language = language

    @property
    def texts(self) -> list[str]:
        return [*self.required, *self.said, *self.told]

    @cached_property
    def kinds(self) -> frozenset[str]:
        return frozenset(str(one["kind"]) for one in self.criteria)

    def tools(self, *kinds: str) -> set[str]:
        """Tools of the criteria of these kinds."""
        return {str(one["tool"]) for one in self.criteria if one.get("tool") and one["kind"] in (kinds or _CALLS)}

    @cached_property
    def orders(self) -> frozenset[Pair]:
        """Which tool comes before which, also by way of a third."""
        return closed(self.direct)

    @cached_property
    def direct(self) -> frozenset[Pair]:
        """Which tool comes before which, as the criteria say it."""
        return frozenset((str(one["tool"]), str(one["before"])) for one in self.criteria if one.get("before"))

    @cached_property
    def ordered(self) -> frozenset[str]:
        return frozenset(tool for pair in self.orders for tool in pair)

    @cached_property
    def concepts(self) -> frozenset[str]:
        """The acts and things of the tools in the criteria."""
        return self.tooling.concepts(frozenset(self.tools() | self.ordered))

    def known(self, *, told: bool) -> frozenset[str]:
        """The roots of all words that the draft speaks of: its texts, its kinds and the names of its tools.

        `told`: also those of the situation.
        """
        return self._required | self._told if told else self._required

    @cached_property
    def _told(self) -> frozenset[str]:
        return frozenset(root for text in self.told for root in content(text, self.language))

    @cached_property
    def _required(self) -> frozenset[str]:
        texts = [json.dumps(self.criteria, ensure_ascii=False), *self.required, *self.said]
        found = {root for text in texts for root in content(text, self.language)}
        return frozenset(found | {word for kind in (*self.kinds, *self.settings) for word in kind_words(kind)})

    @cached_property
    def limits(self) -> dict[str, list[Limit]]:
        """Those that each of its texts states."""
        return {text: limits_in(text, self.language) for text in self.texts}


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _texts(criterion: Mapping[str, JsonValue]) -> list[str]:
    if criterion["kind"] in _CALLS:
        return []
    return [text for name, value in criterion.items() if name != "kind" for text in _strings(value)]


def _strings(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for one in value for text in _strings(one)]
    return [text for one in value.values() for text in _strings(one)] if isinstance(value, dict) else []


def closed(pairs: Iterable[Pair]) -> frozenset[Pair]:
    """The pairs, also those by way of a third tool."""
    found = set(pairs)
    for _ in range(3):
        found |= {(a, d) for a, b in found for c, d in found if b == c and a != d}
    return frozenset(found)


def share(wanted: frozenset[str], found: frozenset[str]) -> float:
    """How much of what is wanted is found; 1 if nothing is wanted."""
    return len(wanted & found) / len(wanted) if wanted else 1.0


def carried(
    text: str, by: Iterable[str], language: str, *, at_least: float, sign: re.Pattern[str] | None = None
) -> bool:
    """Whether one of the texts says nearly all of this, with such a sign in it."""
    wanted = content(text, language)
    return any(
        share(wanted, content(other, language)) >= at_least for other in by if sign is None or sign.search(fold(other))
    )
