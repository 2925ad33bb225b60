"""The clauses of the supply contract that the sample's suppliers have signed."""

from dataclasses import dataclass

from optimize.samples.invoice_exceptions.books import TOLERANCE_PERCENT


@dataclass(frozen=True)
class Clause:
    number: str
    title: str
    text: str


CLAUSES = (
    Clause(
        "3.1", "Payment", "An invoice that agrees with its purchase order and its delivery note is payable in 30 days."
    ),
    Clause(
        "4.2",
        "Prices",
        "Unit prices are those of the purchase order. A price up to "
        f"{TOLERANCE_PERCENT} per cent above it is allowed; a higher one needs the buyer's agreement in writing "
        "before delivery.",
    ),
    Clause(
        "5.1", "Delivery notes", "Every delivery carries a signed delivery note; without one the goods are not payable."
    ),
    Clause("5.4", "Quantities", "Only the quantity on the signed delivery note is payable."),
    Clause("6.3", "VAT", "VAT is charged at the rate stated on the purchase order."),
    Clause("7.2", "Queries", "The buyer may query an invoice; the queried amount is held until evidence settles it."),
    Clause("7.5", "Duplicates", "A delivery is invoiced once; a second invoice for the same order is not payable."),
    Clause("8.1", "Charges", "Carriage, surcharges and deposits are payable only if the purchase order lists them."),
)
BY_NUMBER = {clause.number: clause for clause in CLAUSES}
PAYMENT, PRICES, DELIVERY, QUANTITIES, VAT, QUERIES, DUPLICATES, CHARGES = (clause.number for clause in CLAUSES)
