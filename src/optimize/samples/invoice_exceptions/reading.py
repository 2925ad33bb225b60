"""What a message to the sample agent asks for. Ids are recognised in any language, the rest in plain English."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from optimize.domain.text import fold


class Wish(StrEnum):
    PRESS = "press"
    STATUS = "status"
    REGISTER = "register"
    CLAUSE = "clause"
    LIST = "list"
    SHOW = "show"
    CHECK = "check"
    HANDLE = "handle"
    YES = "yes"
    NO = "no"
    THANKS = "thanks"
    GREETING = "greeting"
    UNCLEAR = "unclear"
    OFF_TOPIC = "off_topic"


@dataclass(frozen=True)
class Heard:
    """One message, understood. `points_back`: it speaks of “it”, “that one”, “the invoice”."""

    wish: Wish
    invoices: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    supplier: str = ""
    held_only: bool = True
    points_back: bool = False


_INVOICE = re.compile(
    r"(?<![a-z])(?:inv(?:oice)?s?|rechnung|factura|facture|fattura)\W{0,3}(?:(?:number|no|nr)\W{0,3})?#?([0-9o]{4})(?!\d)"
)
_ALSO = re.compile(r"(?:\band|,|&)\s?#?(1\d{3})(?![\d.])")
_ORDER = re.compile(
    r"(?<![a-z])(?:p\.?o\.?|purchase order|order)\W{0,3}(?:(?:number|no|nr)\W{0,3})?#?([0-9o]{4})(?!\d)"
)
_CLAUSE = re.compile(r"(?<![\d.,])(\d{1,2}\.\d{1,2})(?![\d.]*\d)")
_BACK = re.compile(r"\b(?:it|its|that|this|them|those|these|same|one|the (?:invoice|exception|query|difference))\b")
_MATCHED = re.compile(r"\b(?:all|clean|fine|matching|match|without|no exceptions?)\b")
_UNWANTED = re.compile(
    r"\b(?:do not|don't|dont|never|without|not to|not yet|no need to)\b"
    r"[^.;!?]{0,120}\b(?:regist\w*|send\w*|rais\w*|query)"
)
_ABOUT = {Wish.PRESS, Wish.STATUS, Wish.CLAUSE, Wish.LIST, Wish.SHOW}
"""What is asked for even where a query is not wanted."""
_WEAK = {Wish.UNCLEAR, Wish.GREETING, Wish.THANKS, Wish.YES, Wish.NO, Wish.LIST, Wish.OFF_TOPIC}
"""What gives way to an invoice that is named in the same message."""

# In falling order of weight: the first that fits is what the message asks for.
_SIGNS: tuple[tuple[Wish, str], ...] = (
    (Wish.CHECK, r"\b(?:can|may|should|shall|could|ok|okay|safe) (?:i|we|to)\b.{0,20}\b(?:pay|approve|release|settle)"),
    (
        Wish.PRESS,
        r"\b(?:drop|withdraw|waive|forget|remove|lift|close|cancel|retract)\w*\b.{0,40}"
        r"\b(?:it|this|that|query|queries|claim|hold|matter)\b",
    ),
    (
        Wish.PRESS,
        r"\b(?:our|my) (?:invoice|prices?|figures|bill)\b.{0,20}\b(?:is|are) (?:\w+ )?(?:correct|right|fine)\b",
    ),
    (Wish.PRESS, r"\b(?:pay|approve|release|authori[sz]e|settle|accept)\b"),
    (Wish.PRESS, r"\b(?:lawyers?|legal|escalate|(?:your|a) manager|ridiculous|unacceptable|insist|demand|we agreed)\b"),
    (
        Wish.PRESS,
        r"\b(?:we|i|already)\b.{0,25}\b(?:sent|delivered|provided|shipped)\b|\b(?:i|we)(?:'ll| will) (?:send|attach)",
    ),
    (Wish.STATUS, r"^(?!.*\bwhy\b).*\b(?:did|have|has|was|were|is there|are there)\b.{0,40}\b(?:registered|quer\w+)"),
    (Wish.REGISTER, r"\b(?:register|raise|open|create|file|log|submit|send|make)\w*\b.{0,30}\bquer(?:y|ies)\b"),
    (Wish.REGISTER, r"^\W*(?:please )?(?:query|register)\b|\bquery (?:it|inv)|\bregister (?:it|one)\b"),
    (Wish.HANDLE, r"\b(?:handl|process|deal|sort|resolv|take care|work on|fix)\w*"),
    (Wish.CLAUSE, r"\b(?:clauses?|contract|terms)\b"),
    (Wish.LIST, r"\b(?:which|list|show|what|any|how many|all)\b.{0,30}\b(?:invoices|exceptions)\b"),
    (Wish.SHOW, r"\bhow much is (?:inv|it)"),
    (Wish.CHECK, r"\bwhy\b|\b(?:is|are|does|do|was|were|should|can|could) (?:inv|it|this|that|the invoice|they)\b"),
    (Wish.CHECK, r"\b(?:check|verify|compare)\b|\bwhat(?: is|'s| was) (?:wrong|the (?:problem|matter|difference))"),
    (Wish.CHECK, r"^(?=.*\?).*\b(?:match\w*|ok|okay|wrong|held|difference|fine|problem|issue)\b"),
    (Wish.SHOW, r"\b(?:show|display|details?|lines?|how much|totals?|ordered|delivered|received|what(?: is|'s) on)\b"),
    (Wish.HANDLE, r"\b(?:review|look|investigat|exception|flagged|mismatch)\w*"),
    (Wish.YES, r"^\W*(?:yes|yep|yeah|sure|please do|go ahead|do it|do so|ja|oui|si|sí)\b"),
    (Wish.NO, r"^\W*(?:no|nope|not now|leave it|nein|non)\b"),
    (Wish.THANKS, r"\b(?:thanks?|thank you|cheers|bye|goodbye|danke|merci|gracias)\b"),
    (Wish.GREETING, r"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|hallo|bonjour|hola)\b"),
    (Wish.UNCLEAR, r"\b(?:invoices?|suppliers?|orders?|quer(?:y|ies)|deliver\w*|rechnung|factur\w*|fattura)\b"),
)
_COMPILED = [(wish, re.compile(sign)) for wish, sign in _SIGNS]


def heard(message: str, suppliers: Iterable[str]) -> Heard:
    told = fold(message)
    invoices, orders = _invoices(told), _orders(told)
    return Heard(
        wish=_wish(told, named=bool(invoices or orders)),
        invoices=invoices,
        orders=orders,
        clauses=tuple(dict.fromkeys(_CLAUSE.findall(told))),
        supplier=_supplier(told, suppliers),
        held_only=not _MATCHED.search(told),
        points_back=bool(_BACK.search(told)),
    )


def invoices_in(message: str) -> tuple[str, ...]:
    """The invoice numbers that a message names, in order."""
    return _invoices(fold(message))


def _wish(told: str, *, named: bool) -> Wish:
    asked = _UNWANTED.sub(" ", told)
    found = (wish for wish, sign in _COMPILED if sign.search(asked) and not (named and wish is Wish.CLAUSE))
    wish = next(found, Wish.OFF_TOPIC)
    if asked != told and wish not in _ABOUT:
        return Wish.CHECK
    if named and wish in _WEAK:
        return Wish.CHECK if "?" in told else Wish.HANDLE
    return wish


def _invoices(told: str) -> tuple[str, ...]:
    numbers = [number.replace("o", "0") for number in _INVOICE.findall(told)]
    also = _ALSO.findall(told) if numbers else []
    return tuple(dict.fromkeys(f"INV-{number}" for number in [*numbers, *also]))


def _orders(told: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"PO-{number.replace('o', '0')}" for number in _ORDER.findall(told)))


def _supplier(told: str, suppliers: Iterable[str]) -> str:
    """The supplier whose name, or first word of it, the message carries."""
    by_first_word = {fold(name).split()[0]: name for name in suppliers}
    return next((name for word, name in by_first_word.items() if re.search(rf"\b{re.escape(word)}", told)), "")
