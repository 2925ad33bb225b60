"""Holds an invoice against its purchase order, its delivery note and the contract."""

from collections.abc import Iterator
from typing import Any

from optimize.samples.invoice_exceptions import contract
from optimize.samples.invoice_exceptions.books import TOLERANCE_PERCENT, Books
from optimize.samples.invoice_exceptions.records import DeliveryNote, Invoice, Line, PurchaseOrder, vat_on


def pounds(pence: int) -> float:
    return round(pence / 100, 2)


def compare(books: Books, invoice: Invoice) -> dict[str, Any]:
    """The differences, each with the clause it falls under, whether that clause allows it, and its amount (pounds)."""
    delivery = books.deliveries.get(invoice.purchase_order)
    found = [*_duplicates(books, invoice)] or [*_differences(books.orders[invoice.purchase_order], delivery, invoice)]
    in_query = sum(round(d["amount"] * 100) for d in found if not d["allowed"])
    return {
        "invoice": invoice.id,
        "supplier": invoice.supplier.name,
        "purchase_order": invoice.purchase_order,
        "delivery_note": delivery.id if delivery else None,
        "matches": not found,
        "needs_query": any(not d["allowed"] for d in found),
        "differences": found,
        "clauses": list(dict.fromkeys(d["clause"] for d in found)),
        "amount_in_query": pounds(in_query),
    }


def _differences(order: PurchaseOrder, delivery: DeliveryNote | None, invoice: Invoice) -> Iterator[dict[str, Any]]:
    ordered = {line.code: line for line in order.lines}
    for number, line in enumerate(invoice.lines, start=1):
        if line.code not in ordered:
            yield _difference("extra_line", contract.CHARGES, line.amount, number, line, 0, 1)
            continue
        yield from _price(number, line, ordered[line.code])
        if delivery:
            yield from _quantity(number, line, delivery.received.get(line.code, 0))
    if delivery is None:
        yield _difference("no_delivery_note", contract.DELIVERY, invoice.net)
    if invoice.vat_percent != order.vat_percent:
        over = invoice.vat - vat_on(invoice.net, order.vat_percent)
        yield _difference("vat", contract.VAT, over, expected=order.vat_percent, invoiced=invoice.vat_percent)


def _price(number: int, line: Line, ordered: Line) -> Iterator[dict[str, Any]]:
    if line.pence != ordered.pence:
        yield _difference(
            "price",
            contract.PRICES,
            (line.pence - ordered.pence) * line.quantity,
            number,
            line,
            expected=pounds(ordered.pence),
            invoiced=pounds(line.pence),
            allowed=line.pence * 100 <= ordered.pence * (100 + TOLERANCE_PERCENT),
        )


def _quantity(number: int, line: Line, received: int) -> Iterator[dict[str, Any]]:
    if line.quantity != received:
        amount = (line.quantity - received) * line.pence
        yield _difference("quantity", contract.QUANTITIES, amount, number, line, received, line.quantity)


def _duplicates(books: Books, invoice: Invoice) -> Iterator[dict[str, Any]]:
    for other in books.invoices.values():
        if other.purchase_order == invoice.purchase_order and other.id < invoice.id:
            yield {**_difference("duplicate", contract.DUPLICATES, invoice.total), "duplicate_of": other.id}


def _difference(
    kind: str,
    clause: str,
    amount: int,
    number: int | None = None,
    line: Line | None = None,
    expected: float | None = None,
    invoiced: float | None = None,
    *,
    allowed: bool = False,
) -> dict[str, Any]:
    return {
        "kind": kind,
        "line": number,
        "item": line.item if line else None,
        "expected": expected,
        "invoiced": invoiced,
        "amount": pounds(amount),
        "clause": clause,
        "allowed": allowed,
    }
