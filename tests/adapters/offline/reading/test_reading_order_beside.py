"""Calls in order that share a verb, a pronoun or a list: each of them gets its place."""

import pytest

from tests.adapters.offline.reading.desks import criteria

QUERY = "register_supplier_query"
READ, ORDER, NOTE, COMPARE = "read_invoice", "read_purchase_order", "read_delivery_note", "compare_invoice"
CLAUSES = "read_contract_clauses"


def orders(message: str) -> set[tuple[str, str]]:
    return {(str(c["tool"]), str(c["before"])) for c in criteria("invoices", message) if c.get("before")}


@pytest.mark.parametrize(
    ("message", "pairs"),
    [
        (
            "The agent must not register a query before reading the invoice and comparing it.",
            {(READ, QUERY), (COMPARE, QUERY)},
        ),
        (
            "Never call register_supplier_query before reading the invoice and comparing it with the order.",
            {(READ, QUERY), (COMPARE, QUERY)},
        ),
        (
            "Der Agent darf keine Lieferantenanfrage registrieren, bevor er die Rechnung gelesen und verglichen hat.",
            {(READ, QUERY), (COMPARE, QUERY)},
        ),
        (
            "L'agent ne doit pas enregistrer de demande fournisseur avant d'avoir lu la facture et de l'avoir "
            "comparée.",
            {(READ, QUERY), (COMPARE, QUERY)},
        ),
        ("在读取发票并比对之前，不得登记供应商询问。", {(READ, QUERY), (COMPARE, QUERY)}),
        (
            "The agent must call read_delivery_note and read_purchase_order after read_invoice.",
            {(READ, NOTE), (READ, ORDER)},
        ),
        (
            "After read_invoice the agent must call read_purchase_order and read_delivery_note.",
            {(READ, NOTE), (READ, ORDER)},
        ),
        (
            "Der Agent muss read_delivery_note und read_purchase_order nach read_invoice aufrufen.",
            {(READ, NOTE), (READ, ORDER)},
        ),
        (
            "L'agent doit appeler read_delivery_note et read_purchase_order après read_invoice.",
            {(READ, NOTE), (READ, ORDER)},
        ),
        (
            "El agente debe llamar a read_delivery_note y read_purchase_order después de read_invoice.",
            {(READ, NOTE), (READ, ORDER)},
        ),
        ("必须在 read_invoice 之后调用 read_delivery_note 和 read_purchase_order。", {(READ, NOTE), (READ, ORDER)}),
        (
            "read_invoice の後に read_delivery_note と read_purchase_order を呼び出すこと。",
            {(READ, NOTE), (READ, ORDER)},
        ),
        (
            "The agent must read the invoice, the purchase order and the delivery note before comparing.",
            {(READ, COMPARE), (ORDER, COMPARE), (NOTE, COMPARE)},
        ),
        (
            "read_invoice, read_purchase_order and read_delivery_note before compare_invoice",
            {(READ, COMPARE), (ORDER, COMPARE), (NOTE, COMPARE)},
        ),
        (
            "Der Agent muss die Rechnung, die Bestellung und den Lieferschein lesen, bevor er vergleicht.",
            {(READ, COMPARE), (ORDER, COMPARE), (NOTE, COMPARE)},
        ),
        (
            "El agente debe leer la factura, el pedido y el albarán antes de comparar.",
            {(READ, COMPARE), (ORDER, COMPARE), (NOTE, COMPARE)},
        ),
        (
            "在 compare_invoice 之前必须调用 read_invoice、read_purchase_order 和 read_delivery_note。",
            {(READ, COMPARE), (ORDER, COMPARE), (NOTE, COMPARE)},
        ),
        (
            "compare_invoice の前に read_invoice と read_purchase_order と read_delivery_note を呼び出すこと。",
            {(READ, COMPARE), (ORDER, COMPARE), (NOTE, COMPARE)},
        ),
        (
            "read_invoice, then read_purchase_order, but register_supplier_query only at the end",
            {(READ, ORDER), (ORDER, QUERY)},
        ),
        (
            "The agent must call read_invoice, then compare_invoice, but register_supplier_query only at the very end.",
            {(READ, COMPARE), (COMPARE, QUERY)},
        ),
        (
            "Erst read_invoice, dann compare_invoice, register_supplier_query aber erst am Schluss.",
            {(READ, COMPARE), (COMPARE, QUERY)},
        ),
        (
            "D'abord read_invoice, puis compare_invoice, et register_supplier_query seulement à la fin.",
            {(READ, COMPARE), (COMPARE, QUERY)},
        ),
        (
            "Primero read_invoice, luego compare_invoice, y register_supplier_query solo al final.",
            {(READ, COMPARE), (COMPARE, QUERY)},
        ),
        ("先 read_invoice，再 compare_invoice，最后才 register_supplier_query。", {(READ, COMPARE), (COMPARE, QUERY)}),
        (
            "まず read_invoice、次に compare_invoice、最後に register_supplier_query を呼び出すこと。",
            {(READ, COMPARE), (COMPARE, QUERY)},
        ),
    ],
)
def test_each_of_several_calls_gets_its_place(message: str, pairs: set[tuple[str, str]]) -> None:
    assert orders(message) == pairs


@pytest.mark.parametrize(
    ("message", "earlier"),
    [
        ("Before reading the invoice, the agent must not register a query.", {READ}),
        ("Before reading the invoice and comparing it, the agent must not register a query.", {READ, COMPARE}),
        ("Before calling read_invoice, never call register_supplier_query.", {READ}),
        ("Bevor er die Rechnung gelesen hat, darf der Agent keine Lieferantenanfrage registrieren.", {READ}),
        ("Avant d'avoir lu la facture, l'agent ne doit pas enregistrer de demande fournisseur.", {READ}),
        ("Antes de leer la factura, el agente no debe registrar ninguna consulta.", {READ}),
        ("在读取发票之前，不得登记供应商询问。", {READ}),
        ("在 read_invoice 之前，不得调用 register_supplier_query。", {READ}),
        ("請求書を読む前に、register_supplier_query を呼んではいけない。", {READ}),
    ],
)
def test_a_ban_behind_a_before_is_an_order(message: str, earlier: set[str]) -> None:
    assert orders(message) == {(first, QUERY) for first in earlier}
    assert [c["kind"] for c in criteria("invoices", message) if c["kind"] == "doesNotInvokeTool"] == []


def test_a_ban_behind_what_the_user_does_stays_with_it() -> None:
    (one,) = criteria("invoices", "Before the user has confirmed, the agent must not register a query.")
    assert one["kind"] == "satisfiesAssertion"
    assert "Before the user has confirmed" in one["assertion"]
