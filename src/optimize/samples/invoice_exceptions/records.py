"""What the sample's finance system holds. Money is in pence, so that sums are exact."""

from dataclasses import dataclass, replace
from typing import Literal

Trouble = Literal[
    "clean", "price", "allowed", "quantity", "no_delivery", "vat", "extra_line", "duplicate", "price_and_quantity"
]


@dataclass(frozen=True)
class Item:
    code: str
    name: str
    pence: int


@dataclass(frozen=True)
class Supplier:
    id: str
    name: str
    catalogue: tuple[Item, ...]


@dataclass(frozen=True)
class Line:
    """`quantity` units of an item at `pence` each."""

    code: str
    item: str
    quantity: int
    pence: int

    @property
    def amount(self) -> int:
        return self.quantity * self.pence

    def at(self, *, quantity: int | None = None, pence: int | None = None) -> "Line":
        return replace(
            self,
            quantity=self.quantity if quantity is None else quantity,
            pence=self.pence if pence is None else pence,
        )


@dataclass(frozen=True)
class PurchaseOrder:
    id: str
    supplier: Supplier
    date: str
    vat_percent: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class DeliveryNote:
    id: str
    purchase_order: str
    date: str
    received: dict[str, int]
    """Item code → units received."""


@dataclass(frozen=True)
class Invoice:
    id: str
    supplier: Supplier
    purchase_order: str
    date: str
    vat_percent: int
    lines: tuple[Line, ...]
    status: Literal["held", "matched"]

    @property
    def net(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def vat(self) -> int:
        return vat_on(self.net, self.vat_percent)

    @property
    def total(self) -> int:
        return self.net + self.vat


def vat_on(net: int, percent: int) -> int:
    """VAT in whole pence, halves rounded up."""
    return (net * percent + 50) // 100
