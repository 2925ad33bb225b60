"""What a reply claims was done with our tests and runs has to stand on record: in the results of tools or the store."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, ToolMessage

from optimize.assistant.claim_grammar import DONE, Claim, claims, named_in
from optimize.assistant.context import TestInContext
from optimize.tools import TOOLS
from optimize.tools.base import ToolEffect

_IMPLIED: Mapping[str, tuple[str, ...]] = {
    "draft": ("drafted",),
    "accepted": ("drafted", "accepted"),
    "retired": ("drafted", "accepted", "retired"),
    "cancelled": ("started", "cancelled"),
}
"""What was done to something that is in this state."""
_NO_RESULT = (None, "no result", "no_result")


def unsupported_claims(text: str, messages: Iterable[BaseMessage], tests: Iterable[TestInContext]) -> list[str]:
    """The acts, such as `accepted`, that `text` claims and that neither a tool of this conversation did nor, where
    it tells how things stand, a result read in this turn or the `tests` as they are now show."""
    record = _Record(list(messages), list(tests))
    named = named_in(text, record.states)
    found = [claim.acts[0] for claim in claims(text, record.states) if not record.supports(claim, named)]
    return list(dict.fromkeys(found))


class _Record:
    """What tools did in the conversation, and what is known of the tests."""

    def __init__(self, messages: list[BaseMessage], tests: list[TestInContext]) -> None:
        start = max((at for at, message in enumerate(messages) if isinstance(message, HumanMessage)), default=0)
        every, turn = _results(messages), _results(messages[start:])
        read = [data for name, data in turn if name in TOOLS and TOOLS[name].effect is ToolEffect.READS]
        self._did = {act for name, _ in every if name in TOOLS for act in TOOLS[name].acts}
        if turn:
            self._did.add(DONE)
        shown = [part for data in read for part in _parts(data)]
        self._read = {act for part in shown for act in _acts_in(part)}
        now = [test.model_dump(include={"name", "state", "latest"}) for test in tests]
        self.states: dict[str, set[str]] = {}
        for part in [*(part for _, data in turn for part in _parts(data)), *now]:
            if part.get("name") and part.keys() & {"test", "state"}:
                self.states.setdefault(part["name"], set()).update(_acts_in(part))
        self._in_turn = [part["name"] for _, data in turn for part in _parts(data) if part.get("name") in self.states]
        self._of_all = set.intersection(*(_acts_in(part) for part in now)) - {"drafted"} if now else set()

    def supports(self, claim: Claim, mentioned: Collection[str]) -> bool:
        """`mentioned` are the tests that the whole reply names."""
        shown = self._shown(claim, mentioned) if claim.tells_state else set()
        return bool(set(claim.acts) & (self._did | shown))

    def _shown(self, claim: Claim, mentioned: Collection[str]) -> set[str]:
        """What is on record of the tests that are meant: those named, else those of this turn, else every one."""
        named = claim.names or mentioned or self._in_turn
        if not named:
            return self._read | self._of_all
        read = self._read - {"accepted", "retired", "drafted"} if claim.names else self._read
        return read.union(*(self.states[name] for name in named))


def _results(messages: list[BaseMessage]) -> list[tuple[str, dict[str, Any]]]:
    """Name and data of the results that are `ok`: what was refused or failed supports nothing."""
    told = [(str(m.name), json.loads(str(m.text))) for m in messages if isinstance(m, ToolMessage)]
    return [(name, result["data"]) for name, result in told if result["status"] == "ok"]


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within a result."""
    if isinstance(value, dict):
        yield value
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in within:
        yield from _parts(part)


def _acts_in(part: Mapping[str, Any]) -> set[str]:
    acts = set(_IMPLIED.get(str(part.get("state")), ()))
    if any(part.get(key) not in _NO_RESULT for key in ("verdict", "latest", "batch", "run", "k", "failures")):
        acts.add("started")
    if part.get("cancelled"):
        acts.add("cancelled")
    if part.get("live") or part.get("version_number"):
        acts.add("activated")
    return acts
