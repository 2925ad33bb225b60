"""An endpoint's brain that plays an agreeable agent and an agreeing judge."""

import json
from typing import Any

from tests.standins.openai_wire import Reply

SAID = "Hello, what can I do?"


def agrees(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Reply:
    """“Hello” as the agent; as the judge, what it heard the agent say."""
    del tools
    nonce = nonce_of(messages)
    if nonce is None:
        return Reply(text=SAID)
    verdict = {"reason": "It says hello.", "citations": [{"event": 1, "quote": "Hello"}], "verdict": "met"}
    return Reply(text=json.dumps({"nonce": nonce, **verdict, "control": "not_met"}))


def nonce_of(messages: list[dict[str, Any]]) -> str | None:
    """The nonce of a judge's question; None if this is none."""
    for message in messages:
        try:
            return str(json.loads(message["content"])["nonce"])
        except (ValueError, TypeError, KeyError):
            continue
    return None
