"""Several calls that come before one, or after another: each of them is put in order, and none is lost."""

import pytest

from tests.adapters.offline.reading.desks import criteria

QUERY = "register_supplier_query"


def orders(desk: str, message: str) -> set[tuple[str, str]]:
    return {(str(c["tool"]), str(c["before"])) for c in criteria(desk, message) if c.get("before")}


@pytest.mark.parametrize(
    ("desk", "message", "pairs"),
    [
        (
            "hotel",
            "It must look up the booking and find a room before booking the room",
            {("find_booking", "book_room"), ("find_room", "book_room")},
        ),
        (
            "hr",
            "file_leave_request may only be called after verify_identity and leave_balance",
            {("verify_identity", "file_leave_request"), ("leave_balance", "file_leave_request")},
        ),
        (
            "hotel",
            "Never call issue_refund before find_booking and find_room.",
            {("find_booking", "issue_refund"), ("find_room", "issue_refund")},
        ),
        (
            "invoices",
            "A query may be registered only after both the invoice and the delivery note were read",
            {("read_invoice", QUERY), ("read_delivery_note", QUERY)},
        ),
        (
            "invoices",
            "El agente debe leer el pedido de compra y la factura antes de registrar una consulta",
            {("read_purchase_order", QUERY), ("read_invoice", QUERY)},
        ),
        (
            "invoices",
            "Der Agent muss die Rechnung und den Lieferschein lesen, bevor er eine Lieferantenanfrage registriert",
            {("read_invoice", QUERY), ("read_delivery_note", QUERY)},
        ),
        (
            "invoices",
            "Given INV-1003, the agent must read the invoice, compare it and only afterwards register a query "
            "with clause 5.4.",
            {("read_invoice", QUERY), ("compare_invoice", QUERY)},
        ),
        (
            "hr",
            "It must verify the identity and check the leave balance, and only then file the leave request",
            {("verify_identity", "file_leave_request"), ("leave_balance", "file_leave_request")},
        ),
        (
            "invoices",
            "First read_invoice, then read_purchase_order, then compare_invoice, and last register_supplier_query.",
            {
                ("read_invoice", "read_purchase_order"),
                ("read_purchase_order", "compare_invoice"),
                ("compare_invoice", QUERY),
            },
        ),
        (
            "hr",
            "The leave request must be filed after checking the balance, and the manager has to be notified afterwards",
            {("leave_balance", "file_leave_request"), ("file_leave_request", "notify_manager")},
        ),
        (
            "invoices",
            "Der Agent darf keine Lieferantenanfrage registrieren, bevor er den Lieferschein gelesen hat",
            {("read_delivery_note", QUERY)},
        ),
        (
            "hr",
            "Nobody's bank account may be changed unless verify_identity ran before.",
            {("verify_identity", "change_bank_account")},
        ),
        (
            "hr",
            "Erst verify_identity und leave_balance, danach file_leave_request.",
            {("verify_identity", "file_leave_request"), ("leave_balance", "file_leave_request")},
        ),
        (
            "hr",
            "file_leave_request darf erst nach verify_identity und leave_balance aufgerufen werden",
            {("verify_identity", "file_leave_request"), ("leave_balance", "file_leave_request")},
        ),
        (
            "hr",
            "First verify_identity and leave_balance, then file_leave_request",
            {("verify_identity", "file_leave_request"), ("leave_balance", "file_leave_request")},
        ),
        (
            "invoices",
            "必须先读取发票和送货单，然后登记供应商询问",
            {("read_invoice", QUERY), ("read_delivery_note", QUERY)},
        ),
        ("invoices", "Unless the comparison was made, no query is registered.", {("compare_invoice", QUERY)}),
        (
            "invoices",
            "read_purchase_order and read_delivery_note must both come after read_invoice.",
            {("read_invoice", "read_purchase_order"), ("read_invoice", "read_delivery_note")},
        ),
        (
            "invoices",
            "The agent may register a supplier query only if it has compared the invoice and read the contract clauses "
            "before, and never twice.",
            {("compare_invoice", QUERY), ("read_contract_clauses", QUERY)},
        ),
        (
            "invoices",
            "El agente no debe registrar nada antes de leer la factura y compararla.",
            {("read_invoice", QUERY), ("compare_invoice", QUERY)},
        ),
        (
            "invoices",
            "compare_invoice has to happen after read_invoice but before register_supplier_query.",
            {("read_invoice", "compare_invoice"), ("compare_invoice", QUERY)},
        ),
        (
            "invoices",
            "The agent must call compare_invoice before read_contract_clauses and after read_delivery_note.",
            {("compare_invoice", "read_contract_clauses"), ("read_delivery_note", "compare_invoice")},
        ),
        (
            "invoices",
            "Der Agent muss compare_invoice nach read_invoice und vor register_supplier_query aufrufen.",
            {("read_invoice", "compare_invoice"), ("compare_invoice", QUERY)},
        ),
        (
            "invoices",
            "The agent must call read_invoice, read_purchase_order and compare_invoice, in that order, before "
            "register_supplier_query.",
            {
                ("read_invoice", "read_purchase_order"),
                ("read_purchase_order", "compare_invoice"),
                ("read_invoice", QUERY),
                ("read_purchase_order", QUERY),
                ("compare_invoice", QUERY),
            },
        ),
        (
            "invoices",
            "The agent must read the invoice, the order and the delivery note, compare them, and only then register "
            "the query.",
            {
                ("read_invoice", QUERY),
                ("read_purchase_order", QUERY),
                ("read_delivery_note", QUERY),
                ("compare_invoice", QUERY),
            },
        ),
        (
            "invoices",
            "compare_invoice と read_delivery_note の後でのみ register_supplier_query を呼んでよい。",
            {("compare_invoice", QUERY), ("read_delivery_note", QUERY)},
        ),
        (
            "invoices",
            "L'agent ne doit appeler register_supplier_query qu'après compare_invoice et read_delivery_note.",
            {("compare_invoice", QUERY), ("read_delivery_note", QUERY)},
        ),
        (
            "invoices",
            "L'agent ne doit enregistrer une demande fournisseur qu'après avoir comparé la facture et lu le bon de "
            "livraison.",
            {("compare_invoice", QUERY), ("read_delivery_note", QUERY)},
        ),
    ],
)
def test_each_call_that_comes_before_is_put_in_order(desk: str, message: str, pairs: set[tuple[str, str]]) -> None:
    assert orders(desk, message) == pairs


@pytest.mark.parametrize(
    ("desk", "message", "pairs"),
    [
        (
            "hotel",
            "The agent must send a message. It must find a room before booking the room.",
            {("find_room", "book_room")},
        ),
        (
            "hotel",
            "call find_booking, then find_room, then book_room",
            {("find_booking", "find_room"), ("find_room", "book_room")},
        ),
        (
            "hr",
            "It must call verify_identity before leave_balance and notify_manager before file_leave_request",
            {("verify_identity", "leave_balance"), ("notify_manager", "file_leave_request")},
        ),
        ("hotel", "issue_refund may only be called after find_booking or find_room", set()),
        ("hotel", "The agent must find the last booking and cancel it", set()),
        ("hr", "It must look up the employee and notify the manager", set()),
        ("hotel", "It must book the room without a message to anybody before noon", set()),
    ],
)
def test_no_other_calls_are_put_in_order(desk: str, message: str, pairs: set[tuple[str, str]]) -> None:
    assert orders(desk, message) == pairs
