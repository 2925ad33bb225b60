"""How people who look after an agent really type: signs, chains, steps, emphasis, and one tool spared from a ban."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import called, criteria, never
from tests.adapters.offline.reading.ordering import meant

LOOKED_UP = called("find_order", before="issue_refund")
TWICE = called("notify_customer", times={"at_least": 0, "at_most": 2})
OTHERS = [never("issue_refund"), never("notify_customer")]


def made(message: str) -> list[str]:
    """The criteria, without the bare call that an order already asks for."""
    found = criteria("orders", message)
    later = {one.get("before") for one in found}
    bare = [one for one in found if one["kind"] == "invokesTool" and len(one) == 2 and one["tool"] in later]
    return sorted(str(one) for one in found if one not in bare)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "agent: find_order > issue_refund > notify_customer",
            [LOOKED_UP, called("issue_refund", before="notify_customer")],
        ),
        ("1. find_order\n2. issue_refund", [LOOKED_UP]),
        ("1) find_order\n2) issue_refund", [LOOKED_UP]),
        ("issue_refund must follow find_order", [LOOKED_UP]),
        ("find_order has to precede issue_refund", [LOOKED_UP]),
        ("find_order, and not before that issue_refund", [LOOKED_UP]),
        ("it should not be possible to get a refund without the order being looked up", [LOOKED_UP]),
        ("Without find_order no issue_refund!", [LOOKED_UP]),
        ("Ohne find_order kein issue_refund!", [LOOKED_UP]),
        ("sans find_order, pas de issue_refund", [LOOKED_UP]),
        ("没有 find_order 就不能 issue_refund", [LOOKED_UP]),
        ("find_order なしで issue_refund を呼ばないこと", [LOOKED_UP]),
        ("issue_refund: no. find_order: yes.", [never("issue_refund"), called("find_order")]),
        ("find_order ✅ issue_refund ❌", [never("issue_refund"), called("find_order")]),
        ("issue_refund = forbidden", [never("issue_refund")]),
        ("issue_refund: verboten", [never("issue_refund")]),
        ("issue_refund : interdit", [never("issue_refund")]),
        ("issue_refund: prohibido", [never("issue_refund")]),
        ("hands off issue_refund", [never("issue_refund")]),
        ("Finger weg von issue_refund", [never("issue_refund")]),
        ("never, under any circumstances, call issue_refund", [never("issue_refund")]),
        ("At no point may issue_refund be called.", [never("issue_refund")]),
        ("I want to be sure that no refund is ever issued", [never("issue_refund")]),
        ("Can you check that it never issues a refund?", [never("issue_refund")]),
        ("only find_order may be called", OTHERS),
        ("call no tool except find_order", OTHERS),
        ("The agent must call no tool other than find_order.", OTHERS),
        ("nur find_order darf aufgerufen werden", OTHERS),
        ("at most 2x notify_customer", [TWICE]),
        ("notify_customer max 2x", [TWICE]),
        ("notify_customer höchstens 2x", [TWICE]),
        ("notify_customer au plus 2x", [TWICE]),
        ("notify_customer máximo 2x", [TWICE]),
        ("notify_customer may be called once, twice at most", [TWICE]),
        (
            'answer has to include the word "sorry" or "apologies"',
            [{"kind": "answerContains", "any_of": ["sorry", "apologies"]}],
        ),
        (
            'the reply must not contain "sure" or "promise"',
            [{"kind": "answerDoesNotContain", "texts": ["sure", "promise"]}],
        ),
        ("find_order muss laufen, max 5 sek", [called("find_order"), {"kind": "respondsWithin", "seconds": 5.0}]),
    ],
)
def test_it_means_what_the_full_sentence_means(message: str, wanted: list[dict[str, Any]]) -> None:
    assert made(message) == sorted(map(str, wanted))


def test_a_small_letter_at_the_start_makes_no_other_subject() -> None:
    (one,) = criteria("hr", "antwort muss den resturlaub nennen")
    assert one["assertion"] == "Die Antwort muss den resturlaub nennen."


@pytest.mark.parametrize(
    ("message", "came_to"),
    [
        ("bin t-1 pls", "discard_draft t-1"),
        ("borra t-1", "discard_draft t-1"),
        ("accepte t-1 stp", "accept_test t-1"),
        ("give t-2 a try", "dry_run t-2"),
        ("give it another go", "dry_run t-2"),
        ("whats the latest on my runs", "read_results"),
        ("do nothing", "say:nothing_done"),
        ("forget what I said", "say:nothing_done"),
        ("mach nichts", "say:nothing_done"),
        ("ne fais rien", "say:nothing_done"),
        ("no hagas nada", "say:nothing_done"),
        ("当我没说", "say:nothing_done"),
        ("何もしないで", "say:nothing_done"),
        ("thx, that's all", "say:welcome"),
        ("I'm done for today, thanks", "say:welcome"),
    ],
)
def test_short_orders_are_orders(message: str, came_to: str) -> None:
    assert meant(message) == came_to
