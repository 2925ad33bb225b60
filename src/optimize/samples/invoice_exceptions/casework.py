"""One invoice in one conversation: what the tools returned about it, and what became of its query."""

import json
from dataclasses import dataclass, field
from typing import Any

from optimize.application.ports.agent_under_test import Tools
from optimize.samples.invoice_exceptions import contract
from optimize.samples.invoice_exceptions.habits import Habits
from optimize.samples.invoice_exceptions.wording import reason_for, refused, unconfirmed


@dataclass
class Case:
    """`papers`: its order and its delivery note. `query`: what the tool returned for a registered query; `not_sent`:
    the sentence to say if none came back."""

    id: str
    invoice: dict[str, Any] = field(default_factory=dict)
    papers: list[Any] = field(default_factory=list)
    comparison: dict[str, Any] = field(default_factory=dict)
    clauses: list[dict[str, Any]] = field(default_factory=list)
    query: dict[str, Any] = field(default_factory=dict)
    not_sent: str = ""
    problem: str = ""
    pressed: int = 0

    @property
    def order(self) -> str:
        return str(self.invoice.get("purchase_order", ""))

    @property
    def known_to_match(self) -> bool:
        return bool(self.comparison) and not self.comparison["needs_query"]

    def figures(self) -> str:
        """Everything that came back, as text."""
        return json.dumps([self.invoice, self.papers, self.comparison, self.clauses, self.query])


async def examine(case: Case, tools: Tools) -> None:
    """Read, compare, and look up the clauses; what was already read is not read again."""
    await read(case, tools)
    if case.problem or case.comparison:
        return
    case.papers = await tools.call_together(
        [
            ("read_purchase_order", {"purchase_order": case.order}),
            ("read_delivery_note", {"purchase_order": case.order}),
        ]
    )
    await compare(case, tools)


async def read(case: Case, tools: Tools) -> None:
    if not case.invoice:
        result = await tools.call("read_invoice", {"invoice": case.id})
        case.problem = "" if _has(result, "purchase_order") else _why_not(result, f"There is no invoice {case.id}.")
        case.invoice = result if not case.problem else {}


async def compare(case: Case, tools: Tools) -> None:
    result = await tools.call("compare_invoice", {"invoice": case.id})
    if not _has(result, "differences"):
        case.problem = _why_not(result, "The comparison returned nothing.")
        return
    case.comparison = result
    case.clauses = await clauses(result["clauses"] or [contract.PAYMENT], tools)


async def clauses(numbers: list[str], tools: Tools) -> list[dict[str, Any]]:
    """The clauses with these numbers, reported as what the answer rests on."""
    result = await tools.call("read_contract_clauses", {"clauses": numbers})
    found: list[dict[str, Any]] = result["clauses"] if _has(result, "clauses") else []
    if found:
        tools.retrieved(
            f"contract clauses {', '.join(numbers)}", [f"{c['clause']} {c['title']}: {c['text']}" for c in found]
        )
    return found


async def register(case: Case, tools: Tools, habits: Habits) -> None:
    """One attempt to register the query. Only a query number that came back counts as registered."""
    arguments: dict[str, Any] = {"invoice": case.id, "reason": reason_for(case.id, case.comparison)}
    if habits.names_order:
        arguments["purchase_order"] = case.order
        arguments["reason"] += f" Order: {case.order}."
    if case.comparison:
        arguments["clause"] = ", ".join(case.comparison["clauses"])
        arguments["amount"] = case.comparison["amount_in_query"]
    result = await tools.call("register_supplier_query", arguments)
    case.query = result if _has(result, "query") else {}
    case.not_sent = "" if case.query else _not_sent(result)


def _not_sent(result: Any) -> str:
    """A refusal is known not to have left; after an error nobody knows."""
    return refused(result) if isinstance(result, str) else unconfirmed(_why_not(result, "No query number."))


def _has(result: Any, key: str) -> bool:
    return isinstance(result, dict) and key in result and result.get("found", True) is True


def _why_not(result: Any, otherwise: str) -> str:
    if isinstance(result, str):
        return result
    return str(result["error"]) if isinstance(result, dict) and "error" in result else otherwise
