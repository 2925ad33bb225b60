"""A thread as the graph would show it to the model, built message by message."""

import json
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.plan import Plan, PlannedCall, Remark
from optimize.adapters.prompts import FilePrompts

PROMPTS = Path(__file__).parents[3] / "prompts"
CONTEXT: dict[str, Any] = {
    "agent": {
        "name": "desk",
        "description": "Sells and changes flights.",
        "instructions": "",
        "tools": [
            {"name": "read_order", "description": "Read an order", "effect": "read", "parameters": ["order"]},
            {"name": "refund_order", "description": "Refund an order", "effect": "write", "parameters": ["order"]},
        ],
        "knowledge": [],
    },
    "other_agents": [],
    "tests": [{"id": "t1", "name": "No refund", "state": "accepted", "situation": "Hi", "criteria": [], "runs": 1}],
    "last_draft": None,
    "pending_proposals": [],
    "models": {},
}
DRAFTED: dict[str, Any] = {
    "test": "t2",
    "name": "Reads first",
    "situation": ["Refund order 1187."],
    "simulated_user": None,
    "criteria": [{"kind": "invokesTool", "tool": "read_order", "before": "refund_order"}],
    "sentences": ["read_order is called before refund_order."],
    "setting": ["All 1 runs must pass."],
    "runs": 1,
    "warnings": ["One run tells little."],
}


def bound(*names: str) -> list[dict[str, Any]]:
    return [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in names]


def briefed(messages: list[BaseMessage], context: dict[str, Any] = CONTEXT) -> list[BaseMessage]:
    """As the assistant sends them: the last message of the person begins with the context."""
    at = max(at for at, message in enumerate(messages) if isinstance(message, HumanMessage))
    said = messages[at]
    prompt = FilePrompts(PROMPTS).render("assistant_context", context=json.dumps(context), message=said.text)
    return [SystemMessage("Be good."), *messages[:at], HumanMessage(prompt.text, id=said.id), *messages[at + 1 :]]


def result(call: Any, status: str = "ok", summary: str = "Done.", **data: Any) -> ToolMessage:
    """What a tool answered to one of the assistant's calls."""
    content = json.dumps({"status": status, "summary": summary, "data": data})
    return ToolMessage(content, tool_call_id=call["id"], name=call["name"])


def said(text: str) -> list[BaseMessage]:
    return [HumanMessage(text, id="h1")]


def plan(*calls: tuple[str, dict[str, Any]], language: str = "en", remarks: tuple[str, ...] = ()) -> Plan:
    return Plan(
        language=language,
        intent="test",
        calls=tuple(PlannedCall(tool=tool, arguments=arguments) for tool, arguments in calls),
        remarks=tuple(Remark(code="x", text=text) for text in remarks),
    )


def known() -> Context:
    return Context.model_validate(CONTEXT)


def after(answer: AIMessage, *results: ToolMessage) -> list[BaseMessage]:
    return [*said("Reads the order before refunding it."), answer, *results]
