"""What has happened since the person last wrote, read from the messages of a thread."""

import json
from itertools import pairwise
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from pydantic import BaseModel, ConfigDict

from optimize.adapters.models.offline.reading.context import OpenCard, Previous
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.unclear import asks_back

Status = Literal["ok", "empty", "refused", "error"]
_INSTEAD = "not_answered"
"""The error of a call whose card was open when the person wrote something that is neither yes nor no."""


class Told(BaseModel):
    """One tool call of this turn and what came back."""

    model_config = ConfigDict(frozen=True)

    tool: str
    arguments: dict[str, Any]
    status: Status
    summary: str
    data: dict[str, Any] = {}

    @property
    def ok(self) -> bool:
        return self.status == "ok"


class Turn(BaseModel):
    """The person's message, what stood before it, and the calls made since. `plan` is what the reader made of it."""

    model_config = ConfigDict(frozen=True)

    message: str
    previous: Previous | None
    told: tuple[Told, ...]
    plan: dict[str, Any] | None
    draft_before: str | None
    """The draft that was last written, changed, tried or shown before the message: what `it` means."""
    spoken_of: str | None
    """The test of the last call about a single test, in whatever state."""
    batches: tuple[str, ...]
    """The batches that this thread has started or looked at before the message, oldest first."""
    drafted: tuple[str, ...]
    """The tests that this thread had drafted before the message, oldest first."""
    listed: tuple[str, ...]
    """The tests that this thread had listed or, if that came later, drafted before the message, in their order."""
    together: tuple[str, ...]
    """The tests that the thread's last answer with a draft had drafted, in their order."""
    fingerprint: str
    """Differs for every place in a thread, and is the same whenever that place is read again."""


def turn_of(messages: list[BaseMessage]) -> Turn:
    start = max((i for i, m in enumerate(messages) if isinstance(m, HumanMessage)), default=-1)
    before, since = _told(messages[: max(start, 0)]), messages[start + 1 :]
    plans = (m.response_metadata.get("plan") for m in since if isinstance(m, AIMessage))
    return Turn(
        message=messages[start].text if start >= 0 else "",
        previous=_previous(messages[: max(start, 0)]),
        told=tuple(_told(since)),
        plan=next((plan for plan in plans if plan), None),
        draft_before=_draft(before),
        spoken_of=_spoken_of(before),
        batches=_batches(before),
        drafted=_drafted(before),
        listed=_listed(before),
        together=_together(messages[: max(start, 0)]),
        fingerprint="\n".join(f"{m.type}:{m.id}:{m.text}" for m in messages if m.type != "system"),
    )


def _draft(told: list[Told]) -> str | None:
    spoken_of = (_draft_in(one) for one in reversed(told) if one.ok)
    return next((test for test in spoken_of if test), None)


def _spoken_of(told: list[Told]) -> str | None:
    about = (_about(one) for one in reversed(told) if one.status in ("ok", "empty"))
    return next((test for test in about if test), None)


def _about(one: Told) -> str | None:
    """The single test that a call was about; what was made or amended has its id only in the result."""
    named = one.data.get("test") or one.arguments.get("test")
    return named if isinstance(named, str) else _draft_in(one)


def _draft_in(one: Told) -> str | None:
    if one.tool in ("draft_test", "revise_draft") or (one.tool == "show_test" and one.data.get("state") == "draft"):
        return one.data.get("test")
    tests = one.data.get("tests", []) if one.tool == "dry_run" else []
    return tests[0].get("test") if len(tests) == 1 else None


def _drafted(told: list[Told]) -> tuple[str, ...]:
    made = (str(one.data["test"]) for one in told if one.ok and one.tool == "draft_test" and one.data.get("test"))
    return tuple(dict.fromkeys(made))


def _together(before: list[BaseMessage]) -> tuple[str, ...]:
    said = [at for at, message in enumerate(before) if isinstance(message, HumanMessage)]
    answers = (_drafted(_told(before[start:end])) for start, end in pairwise([*said, len(before)]))
    return next((drafted for drafted in reversed(list(answers)) if drafted), ())


def _listed(told: list[Told]) -> tuple[str, ...]:
    shown = [one for one in told if one.ok and one.tool in ("list_tests", "draft_test")]
    if not shown or shown[-1].tool == "draft_test":
        return _drafted(told)
    tests = shown[-1].data.get("tests")
    return tuple(str(one.get("test")) for one in tests if isinstance(one, dict)) if isinstance(tests, list) else ()


def _batches(told: list[Told]) -> tuple[str, ...]:
    known = (one.data.get("batch") for one in told if one.ok)
    return tuple(dict.fromkeys(str(batch["id"]) for batch in known if isinstance(batch, dict) and batch.get("id")))


def _told(since: list[BaseMessage]) -> list[Told]:
    results = {m.tool_call_id: m for m in since if isinstance(m, ToolMessage)}
    calls = [call for m in since if isinstance(m, AIMessage) for call in m.tool_calls]
    return [_one(call["name"], call["args"], results[call["id"]].text) for call in calls if call["id"] in results]


def _one(tool: str, arguments: dict[str, Any], content: str) -> Told:
    try:
        result = json.loads(content)
        return Told(
            tool=tool, arguments=arguments, **{k: result[k] for k in ("status", "summary", "data") if k in result}
        )
    except (ValueError, TypeError, KeyError):
        return Told(tool=tool, arguments=arguments, status="error", summary=content)


def _previous(before: list[BaseMessage]) -> Previous | None:
    """The message before this one, with the question that was asked back on it or the card that got no yes.

    A question is still open after somebody asked what it means.
    """
    start = max((i for i, m in enumerate(before) if isinstance(m, HumanMessage)), default=-1)
    if start < 0:
        return None
    if asks_back(before[start].text, language_of(before[start].text)):
        return _previous(before[:start])
    asked = [c["args"] for m in before[start:] if isinstance(m, AIMessage) for c in m.tool_calls if c["name"] == "ask"]
    question = asked[-1] if asked else {}
    told = _told(before[start:])
    declined = [one for one in told if one.data.get("error") in ("declined", _INSTEAD)]
    return Previous(
        message=before[start].text,
        question=question.get("question"),
        options=tuple(question.get("options") or ()),
        card=_card(declined[-1]) if declined else None,
        drafted=_draft(told),
        estimated=told[-1].arguments if told and told[-1].ok and told[-1].tool == "estimate_cost" else None,
    )


def _card(told: Told) -> OpenCard:
    return OpenCard(tool=told.tool, arguments=told.arguments, instead=told.data.get("error") == _INSTEAD)
