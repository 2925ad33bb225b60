"""A call that is forbidden only behind another one: no duty, no ban everywhere, but a sentence for a judge."""

import pytest

from tests.adapters.offline.reading.desks import called, criteria, judged, noted


@pytest.mark.parametrize(
    "message",
    [
        "After register_supplier_query the agent must not call read_invoice again.",
        "The agent must not call read_invoice after register_supplier_query.",
        "Once the query is registered, the agent must not read the invoice again.",
        "Nach register_supplier_query darf der Agent read_invoice nicht mehr aufrufen.",
        "Après register_supplier_query, l'agent ne doit plus appeler read_invoice.",
    ],
)
def test_a_ban_behind_a_call_is_for_a_judge(message: str) -> None:
    assert criteria("invoices", message) == [judged(message)]
    assert "left_to_judge" in noted("invoices", message)


def test_a_duty_behind_a_call_is_an_order() -> None:
    wanted = [called("read_invoice", before="compare_invoice"), called("compare_invoice")]
    assert criteria("invoices", "After read_invoice the agent must call compare_invoice.") == wanted
