"""A test that is pasted as JSON, with or without a fence around it: read as what it is, never as a description."""

import json
import re

from pydantic import JsonValue, ValidationError

from optimize.adapters.models.offline.reading.lexicon import table
from optimize.adapters.models.offline.reading.outcome import Outcome, decline, one
from optimize.domain.acceptance_test import TestBody
from optimize.domain.errors import OptimizeError

_FENCE = re.compile(r"^```\w*\s*\n?(.*?)\n?\s*```$", re.DOTALL)
_OF_A_TEST = frozenset({"name", "situation", "criteria"})
_KEPT = ("name", "criteria", "simulated_user", "runs", "threshold", "attributes")
_MOST = 20
"""Tests that one message may paste."""


def pasted(message: str, language: str) -> Outcome | None:
    """None for a message that is not JSON alone, or JSON that is no test."""
    text = message.strip()
    fenced = _FENCE.match(text)
    found = _json(fenced[1] if fenced else text)
    listed = found if isinstance(found, list) else [found]
    tests = [one_test for one_test in listed if isinstance(one_test, dict) and len(_OF_A_TEST & set(one_test)) > 1]
    if not tests or len(tests) != len(listed) or len(tests) > _MOST:
        return None
    outcomes = [_draft(test, language) for test in tests]
    refused = next((outcome for outcome in outcomes if outcome.calls[0].tool != "draft_test"), None)
    return refused or Outcome([call for outcome in outcomes for call in outcome.calls], [])


def _json(text: str) -> JsonValue:
    try:
        found: JsonValue = json.loads(text)
    except ValueError:
        return None
    return found


def _draft(test: dict[str, JsonValue], language: str) -> Outcome:
    first, *more = _messages(test.get("situation")) or [""]
    unknown = sorted(set(test) - {*_KEPT, "situation", "id", "state"})
    messages: list[JsonValue] = [{"role": "user", "text": text} for text in (first, *more)]
    given = {name: test[name] for name in _KEPT if test.get(name) is not None}
    try:
        TestBody.model_validate({**given, "situation": {"messages": messages}}).require_reachable()
    except ValidationError as error:
        return _unreadable(_first(error), language)
    except OptimizeError as error:
        return _unreadable(error.detail.rstrip("."), language)
    if unknown:
        return _unreadable(", ".join(f"`{name}`" for name in unknown[:5]), language)
    return one("draft_test", situation=first, follow_ups=list(more) or None, **given)


def _messages(situation: JsonValue) -> list[str]:
    """The messages of the user: a text, a list of texts, or our own form with `messages`."""
    listed = situation.get("messages") if isinstance(situation, dict) else situation
    found = listed if isinstance(listed, list) else [listed]
    texts = [item.get("text") if isinstance(item, dict) else item for item in found]
    return [text for text in texts if isinstance(text, str) and text.strip()]


def _first(error: ValidationError) -> str:
    """Where the first fault is and what is wrong there."""
    fault = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"`{where}`: {fault['msg']}" if where else str(fault["msg"])


def _unreadable(problem: str, language: str) -> Outcome:
    phrases = table("pasted")[language]
    return decline(phrases["unreadable"].format(problem=problem), [phrases["fields"]])
