"""The tools of the sample agent, over its own small finance system. One system per conversation."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from optimize.domain.text import fold
from optimize.samples.invoice_exceptions.books import Books, sample_books
from optimize.samples.invoice_exceptions.comparison import compare, pounds
from optimize.samples.invoice_exceptions.contract import CLAUSES
from optimize.samples.invoice_exceptions.records import Invoice, Line


class FinanceSystem:
    """Reads documents, compares them and keeps the supplier queries that were registered."""

    def __init__(self, books: Books | None = None) -> None:
        self._books = books or sample_books()
        self.queries: list[dict[str, Any]] = []

    @property
    def tools(self) -> Mapping[str, Callable[..., Awaitable[Any]]]:
        return {
            function.__name__: function
            for function in (
                self.read_invoice,
                self.read_purchase_order,
                self.read_delivery_note,
                self.read_contract_clauses,
                self.compare_invoice,
                self.list_invoices,
                self.register_supplier_query,
            )
        }

    async def read_invoice(self, invoice: str) -> dict[str, Any]:
        found = self._books.invoices.get(invoice)
        if found is None:
            return {"found": False, "invoice": invoice}
        return {
            "found": True,
            **_summary(found),
            "date": found.date,
            "lines": [_line(number, line) for number, line in enumerate(found.lines, start=1)],
            "net": pounds(found.net),
            "vat_percent": found.vat_percent,
            "vat": pounds(found.vat),
        }

    async def read_purchase_order(self, purchase_order: str) -> dict[str, Any]:
        found = self._books.orders.get(purchase_order)
        if found is None:
            return {"found": False, "purchase_order": purchase_order}
        return {
            "found": True,
            "purchase_order": found.id,
            "supplier": found.supplier.name,
            "date": found.date,
            "vat_percent": found.vat_percent,
            "lines": [_line(number, line) for number, line in enumerate(found.lines, start=1)],
            "invoices": [i.id for i in self._books.invoices.values() if i.purchase_order == found.id],
        }

    async def read_delivery_note(self, purchase_order: str) -> dict[str, Any]:
        found = self._books.deliveries.get(purchase_order)
        if found is None:
            return {"found": False, "purchase_order": purchase_order}
        items = {line.code: line.item for line in self._books.orders[purchase_order].lines}
        received = [{"item": items[code], "received": quantity} for code, quantity in found.received.items()]
        return {
            "found": True,
            "delivery_note": found.id,
            "purchase_order": purchase_order,
            "date": found.date,
            "lines": received,
        }

    async def read_contract_clauses(self, clauses: list[str] | None = None) -> dict[str, Any]:
        """The clauses with these numbers; all of them without numbers."""
        chosen = [clause for clause in CLAUSES if not clauses or clause.number in clauses]
        return {"clauses": [{"clause": c.number, "title": c.title, "text": c.text} for c in chosen]}

    async def compare_invoice(self, invoice: str) -> dict[str, Any]:
        return compare(self._books, self._invoice(invoice))

    async def list_invoices(self, supplier: str = "", status: str = "") -> dict[str, Any]:
        found = [
            _summary(invoice)
            for invoice in self._books.invoices.values()
            if fold(supplier) in fold(invoice.supplier.name) and status in ("", invoice.status)
        ]
        return {"count": len(found), "invoices": found}

    async def register_supplier_query(
        self, invoice: str, reason: str, purchase_order: str = "", clause: str = "", amount: float = 0
    ) -> dict[str, Any]:
        """Keeps the query and returns its number. Raises LookupError for an unknown invoice."""
        query = {
            "query": f"SQ-{5001 + len(self.queries)}",
            "invoice": self._invoice(invoice).id,
            "purchase_order": purchase_order,
            "reason": reason,
            "clause": clause,
            "amount": amount,
            "status": "registered",
        }
        self.queries.append(query)
        return query

    def _invoice(self, invoice: str) -> Invoice:
        if invoice not in self._books.invoices:
            raise LookupError(f"there is no invoice {invoice}")
        return self._books.invoices[invoice]


def _summary(invoice: Invoice) -> dict[str, Any]:
    return {
        "invoice": invoice.id,
        "supplier": invoice.supplier.name,
        "purchase_order": invoice.purchase_order,
        "status": invoice.status,
        "total": pounds(invoice.total),
    }


def _line(number: int, line: Line) -> dict[str, Any]:
    return {
        "line": number,
        "item": line.item,
        "quantity": line.quantity,
        "unit_price": pounds(line.pence),
        "amount": pounds(line.amount),
    }
