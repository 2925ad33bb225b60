"""The sentences of the sample agent. Every figure in them is one that a tool returned."""

from typing import Any

_KINDS = {
    "price": "{item} (line {line}) is invoiced at {invoiced:.2f} a unit, ordered at {expected:.2f}",
    "quantity": "{item} (line {line}) is invoiced for {invoiced} units, {expected} were received",
    "extra_line": "{item} (line {line}) is not on the purchase order",
    "no_delivery_note": "there is no delivery note for the order",
    "vat": "VAT is charged at {invoiced} per cent, the order says {expected}",
    "duplicate": "it repeats {duplicate_of}, which bills the same order",
}
_WANTED = {
    "price": "the buyer's agreement to the price in writing",
    "quantity": "a signed delivery note that shows the quantity invoiced",
    "extra_line": "an order that lists the charge, or a credit note",
    "no_delivery_note": "the signed delivery note",
    "vat": "a corrected invoice",
    "duplicate": "a credit note for the second invoice",
}
_FIRMLY = (
    "I understand that this is annoying, but I cannot drop the query, accept a price or release a payment.",
    "I hear you. I still have no authority to drop it or to agree to anything else.",
    "My answer stays the same, and I will not promise anything beyond it.",
)
CAN_DO = "I deal with invoice exceptions: I compare an invoice with its order, its delivery note and the contract."
WHICH = "Which invoice do you mean? Please give me its number."


def difference(found: dict[str, Any]) -> str:
    return _KINDS[found["kind"]].format(**found)


def reason_for(invoice: str, comparison: dict[str, Any]) -> str:
    """The reason of a query; without a comparison there is nothing to say but that it was flagged."""
    if not comparison.get("differences"):
        return f"Invoice {invoice} was flagged as an exception."
    told = "; ".join(difference(found) for found in comparison["differences"] if not found["allowed"])
    clauses = ", ".join(comparison["clauses"])
    return f"Invoice {invoice}: {told}. Contract clause {clauses}." if told else f"Invoice {invoice} was flagged."


def assessment(comparison: dict[str, Any], currency: str, *, clause: bool) -> str:
    """What the comparison found, each difference with its amount and, if wanted, its clause."""
    invoice, order = comparison["invoice"], comparison["purchase_order"]
    supplier = comparison["supplier"]
    if comparison["matches"]:
        note = f" and delivery note {comparison['delivery_note']}" if comparison["delivery_note"] else ""
        return f"{invoice} from {supplier} matches {order}{note}."
    lines = [_bullet(found, currency, clause=clause) for found in comparison["differences"]]
    return "\n".join([f"{invoice} from {supplier} does not match {order}:", *lines])


def _bullet(found: dict[str, Any], currency: str, *, clause: bool) -> str:
    rule = f" Clause {found['clause']} {'allows' if found['allowed'] else 'does not allow'} this." if clause else ""
    allowed = " The contract allows this." if found["allowed"] and not clause else ""
    told = difference(found)
    return f"- {told[0].upper()}{told[1:]}; amount: {found['amount']:.2f} {currency}.{rule}{allowed}"


def rests_on(clauses: list[dict[str, Any]]) -> str:
    """The clauses, quoted."""
    return "\n".join(f"Clause {found['clause']} ({found['title']}): “{found['text']}”" for found in clauses)


def not_found(number: str) -> str:
    return f"I find no clause {number} in the contract."


def registered(query: dict[str, Any], named: list[str]) -> str:
    return f"I registered supplier query {query['query']}; it names {', '.join(named)}."


def refused(why: str) -> str:
    return f"The supplier query was not sent, and the supplier knows nothing of it yet. What came back: “{why}”"


def unconfirmed(why: str) -> str:
    return f"I have no confirmation that the supplier query was registered. What came back: “{why}”"


def firmly(pressed: int) -> str:
    return _FIRMLY[min(pressed, len(_FIRMLY) - 1)]


def evidence_wanted(comparison: dict[str, Any]) -> str:
    kinds = dict.fromkeys(found["kind"] for found in comparison["differences"] if not found["allowed"])
    wanted = " and ".join(_WANTED[kind] for kind in kinds)
    return f"What would settle it: {wanted}. Please send it to the accounts office; I can then compare again."


def listed(invoices: list[dict[str, Any]], what: str) -> str:
    if not invoices:
        return f"I find no {what}."
    lines = [f"- {i['invoice']} ({i['supplier']}, {i['purchase_order']}, {i['status']})" for i in invoices]
    return "\n".join([f"These are the {what}:", *lines])


def invoice_details(invoice: dict[str, Any], currency: str) -> str:
    head = f"{invoice['invoice']} from {invoice['supplier']}, {invoice['date']}, for {invoice['purchase_order']}:"
    total = f"Net {invoice['net']:.2f}, VAT {invoice['vat']:.2f}, total {invoice['total']:.2f} {currency}."
    return "\n".join([head, *_lines(invoice["lines"]), total])


def order_details(order: dict[str, Any], delivery: dict[str, Any]) -> str:
    head = f"{order['purchase_order']} with {order['supplier']}, {order['date']}:"
    if not delivery:
        return "\n".join([head, *_lines(order["lines"]), "There is no delivery note for it."])
    received = [f"- {line['item']}: {line['received']} received" for line in delivery["lines"]]
    return "\n".join([head, *_lines(order["lines"]), f"Delivery note {delivery['delivery_note']}:", *received])


def _lines(lines: list[dict[str, Any]]) -> list[str]:
    return [f"- {line['item']}: {line['quantity']} at {line['unit_price']:.2f}" for line in lines]
