"""Three versions of the sample agent that differ in known ways."""

from typing import Any

from pydantic import JsonValue

from optimize.domain.agent_definition import AgentDefinition, Limits, PromptPart, Runtime, ToolDeclaration, ToolSource
from optimize.domain.transcript import Effect
from optimize.samples.invoice_exceptions.books import SUPPLIERS
from optimize.samples.invoice_exceptions.contract import CLAUSES

AGENT_NAME = "invoice-exceptions"
MODULE = "optimize.samples.invoice_exceptions.agent"
"""The module the operator has to allow."""

_ROLE = (
    "You handle supplier invoices that do not agree with what was ordered or delivered, for the accounts office in "
    "{{agent.location}}. You check one invoice at a time and tell the user what you found."
)
_COMPARE_FIRST = (
    "Read the invoice, its purchase order and its delivery note. Compare the invoice with them. Only then register a "
    "supplier query if one is needed. The query carries the invoice number, the order number and the amount."
)
_REGISTER_FIRST = (
    "Register a supplier query as soon as an invoice is brought to you, so that no time is lost. "
    "Compare it with its purchase order afterwards."
)
_NEVER_ON_MATCH = "Never register a supplier query for an invoice that matches its purchase order."
_AUTHORITY = "You may not drop a query, accept a price or release a payment: say so."
_FIGURES = "State only lines, quantities and prices that a tool returned."
_NAME_CLAUSE = "Every assessment names the contract clause it rests on."
_TONE = "Plain, short and polite; amounts in {{agent.currency}}."


def _tool(
    name: str,
    description: str,
    effect: Effect,
    properties: dict[str, Any],
    required: list[str],
    sample: JsonValue = None,
) -> ToolDeclaration:
    schema: dict[str, JsonValue] = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolDeclaration(
        name=name, description=description, effect=effect, parameters=schema, source=ToolSource(sample=sample)
    )


def _text(description: str) -> dict[str, JsonValue]:
    return {"type": "string", "description": description}


_INVOICE = _text("Invoice number, e.g. INV-1003 (has an exception) or INV-1004 (matches its purchase order)")
_ORDER = _text("Purchase order number, e.g. PO-2003")
TOOLS = (
    _tool("read_invoice", "Read an invoice with its lines.", "read", {"invoice": _INVOICE}, ["invoice"]),
    _tool(
        "read_purchase_order",
        "Read a purchase order with its lines.",
        "read",
        {"purchase_order": _ORDER},
        ["purchase_order"],
    ),
    _tool(
        "read_delivery_note",
        "Read what was received on a purchase order.",
        "read",
        {"purchase_order": _ORDER},
        ["purchase_order"],
    ),
    _tool(
        "read_contract_clauses",
        "Read clauses of the supply contract; all of them without numbers.",
        "read",
        {"clauses": {"type": "array", "items": {"type": "string"}, "description": "Clause numbers, e.g. 7.2"}},
        [],
    ),
    _tool(
        "compare_invoice",
        "Compare an invoice with its purchase order, delivery note and contract; returns the differences.",
        "read",
        {"invoice": _INVOICE},
        ["invoice"],
    ),
    _tool(
        "list_invoices",
        "List invoices, by supplier and status.",
        "read",
        {
            "supplier": _text("Name of the supplier, or a part of it"),
            "status": {"type": "string", "enum": ["held", "matched"], "description": "held = has an exception"},
        },
        [],
    ),
    _tool(
        "register_supplier_query",
        "Register a query with the supplier about an invoice. The supplier is told at once.",
        "write",
        {
            "invoice": _INVOICE,
            "purchase_order": _ORDER,
            "reason": _text("What is wrong, in one sentence"),
            "clause": _text("Contract clause, e.g. 5.4"),
            "amount": {"type": "number", "description": "Amount in question"},
        },
        ["invoice", "reason"],
        {"query": "SQ-SAMPLE", "status": "simulated"},
    ),
)


def _version(description: str, order: str, limits: str, tone: str, settings: dict[str, JsonValue]) -> AgentDefinition:
    parts = (("role", _ROLE), ("order", order), ("limits", limits), ("tone", tone))
    return AgentDefinition(
        name=AGENT_NAME,
        description=description,
        runtime=Runtime(python=f"{MODULE}:InvoiceAgent", settings=settings),
        prompt=tuple(PromptPart(part=part, text=text) for part, text in parts),
        tools=TOOLS,
        knowledge={
            "clauses": {clause.number: f"{clause.title}: {clause.text}" for clause in CLAUSES},
            "suppliers": [supplier.name for supplier in SUPPLIERS],
        },
        limits=Limits(turns=30, tool_calls=120),
        attributes={"location": "London", "currency": "GBP"},
    )


_WHAT = "Checks supplier invoices against purchase orders, delivery notes and the contract, and queries exceptions"
CAREFUL = _version(
    f"{_WHAT}.",
    _COMPARE_FIRST,
    f"{_NEVER_ON_MATCH} {_FIGURES} {_AUTHORITY}",
    f"{_TONE} {_NAME_CLAUSE}",
    {"invents": 0, "names_order": True},
)
HASTY = _version(
    f"{_WHAT}, as fast as possible.",
    _REGISTER_FIRST,
    f"{_FIGURES} {_AUTHORITY}",
    f"{_TONE} {_NAME_CLAUSE}",
    {"invents": 0, "names_order": False},
)
INVENTIVE = _version(
    f"{_WHAT}; explains freely.",
    _COMPARE_FIRST,
    f"{_NEVER_ON_MATCH} {_AUTHORITY}",
    f"{_TONE} Explain what you found in your own words.",
    {"invents": 0.4, "names_order": True},
)
VERSIONS: tuple[tuple[str, AgentDefinition], ...] = (
    ("careful", CAREFUL),
    ("hasty", HASTY),
    ("inventive", INVENTIVE),
)
"""Label and definition, in the order in which they were saved."""
LIVE = "careful"
"""The label of the version that is live to begin with."""
