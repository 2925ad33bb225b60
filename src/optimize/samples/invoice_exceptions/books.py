"""Forty-eight invoices with their orders and delivery notes, the same ones every time."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from optimize.samples.invoice_exceptions.records import (
    DeliveryNote,
    Invoice,
    Item,
    Line,
    PurchaseOrder,
    Supplier,
    Trouble,
)

TOLERANCE_PERCENT = 2
"""How far a unit price may be above the order before clause 4.2 is broken."""

SUPPLIERS = (
    Supplier(
        "SUP-01",
        "Harbour Paper Ltd",
        (
            Item("HP-A4", "A4 copier paper, box", 2195),
            Item("HP-A3", "A3 copier paper, box", 3840),
            Item("HP-ENV", "C5 envelopes, pack of 500", 1275),
            Item("HP-LBL", "Address labels, roll", 690),
            Item("HP-CRD", "White card 220 g, pack", 1480),
        ),
    ),
    Supplier(
        "SUP-02",
        "Thornfield Fasteners",
        (
            Item("TF-M8", "M8 hex bolt, box", 1835),
            Item("TF-M10", "M10 hex bolt, box", 2460),
            Item("TF-WSH", "Spring washer, box", 715),
            Item("TF-ANC", "Wall anchor, box", 1590),
        ),
    ),
    Supplier(
        "SUP-03",
        "Meridian Cable Company",
        (
            Item("MC-C6", "Cat 6 cable, drum", 8925),
            Item("MC-PWR", "Three-core mains cable, drum", 6740),
            Item("MC-GLD", "Brass cable gland", 385),
            Item("MC-TRY", "Cable tray, 3 m", 2215),
        ),
    ),
    Supplier(
        "SUP-04",
        "Brightwater Cleaning Supplies",
        (
            Item("BW-DET", "Floor detergent, canister", 1645),
            Item("BW-ROL", "Paper towel, case", 2780),
            Item("BW-GLV", "Nitrile gloves, box", 895),
            Item("BW-MOP", "Microfibre mop head", 540),
        ),
    ),
    Supplier(
        "SUP-05",
        "Oakley and Sons Timber",
        (
            Item("OS-PLY", "Birch plywood, sheet", 4630),
            Item("OS-BAT", "Treated batten, bundle", 1925),
            Item("OS-DEC", "Larch decking board", 1365),
            Item("OS-SKT", "Oak skirting, length", 2090),
        ),
    ),
    Supplier(
        "SUP-06",
        "Castleford Lighting",
        (
            Item("CL-PNL", "LED panel", 5275),
            Item("CL-BLK", "Emergency bulkhead", 3960),
            Item("CL-TUB", "LED tube", 845),
            Item("CL-SEN", "Presence sensor", 1755),
        ),
    ),
)

_FIRST_ROUND: tuple[Trouble, ...] = (
    *("clean", "quantity", "price", "clean", "no_delivery", "vat", "clean", "extra_line"),
    *("allowed", "price", "clean", "duplicate"),
)
_LATER_ROUND: tuple[Trouble, ...] = (
    *("extra_line", "clean", "price_and_quantity", "no_delivery", "clean", "price", "vat", "quantity"),
    *("clean", "allowed", "quantity", "duplicate"),
)
TROUBLES: tuple[Trouble, ...] = _FIRST_ROUND + _LATER_ROUND + _FIRST_ROUND + _LATER_ROUND
"""What is wrong with each invoice, from INV-1001 on."""
_DUPLICATE_OF = {11: 0, 23: 13, 35: 24, 47: 37}
"""Position of a duplicate → position of the matching invoice that it repeats."""
_SURCHARGES = (
    Item("CARR", "Carriage", 4500),
    Item("FUEL", "Fuel surcharge", 2875),
    Item("PALL", "Pallet deposit", 1600),
)


@dataclass
class Books:
    """The documents by id; delivery notes by purchase order, as at most one is kept for each."""

    invoices: dict[str, Invoice] = field(default_factory=dict)
    orders: dict[str, PurchaseOrder] = field(default_factory=dict)
    deliveries: dict[str, DeliveryNote] = field(default_factory=dict)


def sample_books() -> Books:
    """The sample's documents, built anew."""
    books, rng = Books(), Random(20260105)
    for position, trouble in enumerate(TROUBLES):
        if trouble == "duplicate":
            _repeat(books, position)
        else:
            _write(books, position, trouble, rng)
    return books


def _write(books: Books, position: int, trouble: Trouble, rng: Random) -> None:
    order = _order(position, rng)
    books.orders[order.id] = order
    received = {line.code: line.quantity for line in order.lines}
    billed = list(order.lines)
    at = rng.randrange(len(billed))
    if trouble in ("quantity", "price_and_quantity"):
        received[billed[at].code] -= rng.randint(1, 4)
    if trouble in ("price", "allowed", "price_and_quantity"):
        billed[at] = billed[at].at(pence=_raised(billed[at].pence, allowed=trouble == "allowed", rng=rng))
    if trouble == "extra_line":
        surcharge = _SURCHARGES[position % len(_SURCHARGES)]
        billed.append(Line(surcharge.code, surcharge.name, 1, surcharge.pence))
    if trouble != "no_delivery":
        books.deliveries[order.id] = DeliveryNote(f"DN-{3001 + position}", order.id, _day(position, 6), received)
    books.invoices[f"INV-{1001 + position}"] = Invoice(
        id=f"INV-{1001 + position}",
        supplier=order.supplier,
        purchase_order=order.id,
        date=_day(position, 9),
        vat_percent=23 if trouble == "vat" else order.vat_percent,
        lines=tuple(billed),
        status="matched" if trouble == "clean" else "held",
    )


def _order(position: int, rng: Random) -> PurchaseOrder:
    supplier = SUPPLIERS[position % len(SUPPLIERS)]
    items = rng.sample(supplier.catalogue, rng.randint(2, 4))
    lines = tuple(Line(item.code, item.name, rng.randint(6, 48), item.pence) for item in items)
    return PurchaseOrder(f"PO-{2001 + position}", supplier, _day(position, 0), 20, lines)


def _raised(pence: int, *, allowed: bool, rng: Random) -> int:
    """A price above the order: within the tolerance, or 4 to 12 per cent above."""
    if allowed:
        return pence + max(1, pence * TOLERANCE_PERCENT // 100 - rng.randint(0, 3))
    return pence + pence * rng.randint(4, 12) // 100


def _repeat(books: Books, position: int) -> None:
    original = books.invoices[f"INV-{1001 + _DUPLICATE_OF[position]}"]
    books.invoices[f"INV-{1001 + position}"] = Invoice(
        id=f"INV-{1001 + position}",
        supplier=original.supplier,
        purchase_order=original.purchase_order,
        date=_day(position, 9),
        vat_percent=original.vat_percent,
        lines=original.lines,
        status="held",
    )


def _day(position: int, later: int) -> str:
    return (date(2026, 1, 5) + timedelta(days=2 * position + later)).isoformat()
