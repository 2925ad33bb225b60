"""What one stage of planning hands to the next: calls to make and remarks to say."""

from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.lexicon import phrase
from optimize.adapters.models.offline.reading.plan import Plan, PlannedCall, Remark


class Outcome(NamedTuple):
    calls: list[PlannedCall]
    remarks: list[Remark]


def plan_of(outcome: Outcome, language: str, intent: str) -> Plan:
    """The outcome as all that is done about a message."""
    return Plan(language=language, intent=intent, calls=tuple(outcome.calls), remarks=tuple(outcome.remarks))


def one(tool: str, **arguments: JsonValue) -> Outcome:
    """A single call, without the arguments that are None."""
    given = {name: value for name, value in arguments.items() if value is not None}
    return Outcome([PlannedCall(tool=tool, arguments=given)], [])


def ask(question: str, options: list[str] | None = None) -> Outcome:
    return one("ask", question=question[:1_000], options=list((options or [])[:5]))


def decline(reason: str, alternatives: list[str] | None = None) -> Outcome:
    return one("decline", reason=reason[:2_000], alternatives=list((alternatives or [])[:5]))


def remark(language: str, code: str, **values: str) -> Remark:
    return Remark(code=code, values=values, text=phrase(language, code, **values))
