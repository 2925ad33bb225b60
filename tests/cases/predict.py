"""From what the chat did to the scorer's prediction line."""

import json
from typing import Any

from tests.e2e.server import Server

Frame = dict[str, Any]
INTENTS = {
    "accept_test": "accept",
    "discard_draft": "discard",
    "dry_run": "dry_run",
    "run_tests": "run_all",
    "retire_test": "retire",
    "amend_test": "amend",
    "schedule_daily": "schedule",
    "run_experiment": "experiment",
    "cancel": "cancel_run",
    "activate_version": "activate",
}


def prediction(server: Server, case: str, events: list[Frame], ended: Frame, known: dict[str, str]) -> dict[str, Any]:
    """`known`: test id → its id in the case, for the arguments of actions."""
    result = ended.get("result") or {}
    did = result.get("did", [])
    drafts = [_draft(server.api("GET", f"/api/tests/{test}")) for test in result.get("drafts", [])]
    actions = _actions(events, known)
    return {
        "id": case,
        "outcome": _outcome(did, bool(drafts), bool(actions)),
        "drafts": drafts,
        "reply": _reply(events),
        "actions": actions,
    }


def _outcome(did: list[str], drafts: bool, actions: bool) -> str:
    if drafts:
        return "draft"
    if "declined" in did:
        return "refuse"
    if "asked" in did:
        return "clarify"
    return "action" if actions else "answer"


def _draft(test: dict[str, Any]) -> dict[str, Any]:
    user = test["simulated_user"]
    judged = any(c["kind"] in JUDGED for c in test["criteria"])
    options: dict[str, Any] = {}
    if test["runs"] != (5 if judged else 1):
        options["runs"] = test["runs"]
    if test["threshold"] is not None:
        options["threshold"] = test["threshold"]
    if test["attributes"]:
        options["attributes"] = test["attributes"]
    return {
        "situation": " ".join(message["text"] for message in test["situation"]["messages"]),
        "criteria": [_criterion(criterion) for criterion in test["criteria"]],
        "simulatedUser": user and {"persona": user["persona"], "goal": user["goal"], "turnLimit": user["turn_limit"]},
        "options": options,
    }


JUDGED = {
    "doesNotHallucinate",
    "staysInCharacter",
    "responseGroundedInKnowledge",
    "satisfiesAssertion",
    "meetsExpectedBehaviors",
}


def _criterion(given: dict[str, Any]) -> dict[str, Any]:
    """One criterion in the scorer's words."""
    kind = given["kind"]
    found: dict[str, Any] = {"key": kind}
    found |= {name: given[name] for name in ("tool", "before", "pattern", "seconds") if given.get(name)}
    if kind == "toolParametersContain":
        found["params"] = {path: _matcher(matcher) for path, matcher in (given.get("parameters") or {}).items()}
    if given.get("texts") or given.get("any_of"):
        found["text"] = " ".join(given.get("texts") or given["any_of"])
    if kind == "satisfiesAssertion":
        found["statement"] = given["assertion"]
    return found


def _matcher(matcher: Any) -> Any:
    if not isinstance(matcher, dict):
        return matcher
    for name in ("equals", "number", "contains", "one_of"):
        if matcher.get(name) is not None:
            return matcher[name]
    return json.dumps(matcher)


def _reply(events: list[Frame]) -> str:
    """Everything the person reads: the assistant's words, its question or refusal with the choices."""
    said: dict[str, str] = {}
    for event in events:
        if event["type"] == "TEXT_MESSAGE_START" and event.get("role") == "assistant":
            said[event["messageId"]] = ""
        if event["type"] == "TEXT_MESSAGE_CONTENT" and event["messageId"] in said:
            said[event["messageId"]] += event["delta"]
    read = list(said.values())
    for call in _calls(events):
        if call["name"] in ("ask", "decline"):
            read += [str(value) for value in _flat(call["args"].values())]
    return "\n".join(read)


def _flat(values: Any) -> list[Any]:
    return [item for value in values for item in (value if isinstance(value, list) else [value])]


def _calls(events: list[Frame]) -> list[Frame]:
    calls = {e["toolCallId"]: {"name": e["toolCallName"], "text": ""} for e in events if e["type"] == "TOOL_CALL_START"}
    for event in events:
        if event["type"] == "TOOL_CALL_ARGS":
            calls[event["toolCallId"]]["text"] += event["delta"]
    return [{"name": call["name"], "args": json.loads(call["text"] or "{}")} for call in calls.values()]


def _actions(events: list[Frame], known: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {"intent": INTENTS[call["name"]], "args": _arguments(call["name"], call["args"], known)}
        for call in _calls(events)
        if call["name"] in INTENTS
    ]


def _arguments(tool: str, given: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
    """Arguments in the scorer's words: tests by the case's own ids."""
    found = {name: known.get(value, value) if isinstance(value, str) else value for name, value in given.items()}
    if "test" in found:
        found["draft"] = found["test"]
    if tool == "schedule_daily":
        found |= {"frequency": "daily", "timeUtc": found.get("at")}
    return found
