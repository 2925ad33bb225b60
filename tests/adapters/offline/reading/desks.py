"""Three small agents of other trades, and what a message about them becomes."""

from typing import Any

from optimize.adapters.models.offline.reading.context import Agent, Context, Tool
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from optimize.domain.acceptance_test import TestBody
from tests.adapters.offline.reading.invoice_desk import CONTEXT as INVOICES


def tool(name: str, description: str, *parameters: str, effect: str = "write") -> Tool:
    return Tool(name=name, description=description, effect=effect, parameters=parameters)


def _desk(name: str, *tools: Tool) -> Context:
    return Context(agent=Agent(name=name, description=f"{name} desk", tools=tools))


HOTEL = _desk(
    "hotel",
    tool("find_booking", "Look up a booking", "booking", effect="read"),
    tool("find_room", "Find a free room", "nights", effect="read"),
    tool("book_room", "Book a room", "room", "breakfast"),
    tool("cancel_booking", "Cancel a booking", "booking"),
    tool("send_message", "Send a message to somebody", "to", "text"),
    tool("issue_refund", "Refund a booking", "booking", "amount"),
)
HR = _desk(
    "hr",
    tool("lookup_employee", "Look up an employee", "employee", effect="read"),
    tool("verify_identity", "Verify who the employee is", "employee", effect="read"),
    tool("leave_balance", "Read the leave balance of an employee", "employee", "year", effect="read"),
    tool("file_leave_request", "File a leave request", "employee", "start", "end"),
    tool("change_bank_account", "Change the bank account of an employee", "employee", "iban"),
    tool("notify_manager", "Notify the manager of an employee", "employee", "text"),
)
ORDERS = _desk(
    "orders",
    tool("find_order", "Look up an order", "order_id", effect="read"),
    tool("issue_refund", "Issue a refund", "order_id", "amount"),
    tool("notify_customer", "Notify the customer", "order_id", "text"),
)
DESKS = {"hotel": HOTEL, "hr": HR, "orders": ORDERS, "invoices": INVOICES}


def planned(desk: str, message: str) -> Plan:
    return read(message, DESKS[desk])


def drafted(desk: str, message: str) -> dict[str, Any]:
    """The one draft that a message becomes, which the product accepts."""
    (call,) = planned(desk, message).calls
    assert call.tool == "draft_test", call
    messages = {"messages": [{"role": "user", "text": call.arguments["situation"]}]}
    TestBody.model_validate({**call.arguments, "situation": messages}).require_reachable()
    return dict(call.arguments)


def criteria(desk: str, message: str) -> list[dict[str, Any]]:
    return [dict(one) for one in drafted(desk, message)["criteria"]]


def noted(desk: str, message: str) -> set[str]:
    return {remark.code for remark in planned(desk, message).remarks}


def called(tool: str, **more: Any) -> dict[str, Any]:
    return {"kind": "invokesTool", "tool": tool, **more}


def never(tool: str) -> dict[str, Any]:
    return {"kind": "doesNotInvokeTool", "tool": tool}


def every_call(tool: str, **parameters: Any) -> dict[str, Any]:
    return {"kind": "toolParametersContain", "tool": tool, "parameters": parameters, "calls": "every"}


def some_call(tool: str, **parameters: Any) -> dict[str, Any]:
    return {"kind": "toolParametersContain", "tool": tool, "parameters": parameters}


def judged(assertion: str) -> dict[str, Any]:
    return {"kind": "satisfiesAssertion", "assertion": assertion}
