"""The sample agent as the reader knows it, and what a message about it becomes."""

from typing import Any

from optimize.adapters.models.offline.reading.context import Agent, Context, KnownTest, Tool
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from optimize.samples.invoice_exceptions.versions import CAREFUL, TOOLS

QUERY = "register_supplier_query"
NOTE = "read_delivery_note"


def _tool(declared: Any) -> Tool:
    properties = declared.parameters["properties"]
    hints = {name: str(told["description"]) for name, told in properties.items()}
    return Tool(
        name=declared.name,
        description=declared.description,
        effect=declared.effect,
        parameters=tuple(properties),
        hints=hints,
    )


AGENT = Agent(name="invoice-exceptions", description=CAREFUL.description, tools=tuple(map(_tool, TOOLS)))
CONTEXT = Context(agent=AGENT)
TWO = CONTEXT.model_copy(
    update={
        "tests": (
            KnownTest(id="t-1", name="Compares", state="draft", criteria=("invokesTool(compare_invoice)",)),
            KnownTest(id="t-2", name="Registers", state="draft", criteria=(f"invokesTool({QUERY})",)),
        ),
        "last_draft": "t-2",
    }
)


def planned(message: str, context: Context = CONTEXT) -> Plan:
    return read(message, context)


def criteria_of(message: str, context: Context = CONTEXT) -> list[dict[str, Any]]:
    (call,) = planned(message, context).calls
    found = call.arguments.get("criteria") or call.arguments.get("add_criteria")
    assert isinstance(found, list), call
    return [dict(one) for one in found if isinstance(one, dict)]


def carrying(tool: str, **parameters: Any) -> dict[str, Any]:
    return {"kind": "toolParametersContain", "tool": tool, "parameters": parameters}


def judged(assertion: str) -> dict[str, Any]:
    return {"kind": "satisfiesAssertion", "assertion": assertion}


CALLED_ONCE = {"kind": "invokesTool", "tool": QUERY, "times": {"at_least": 0, "at_most": 1}}
