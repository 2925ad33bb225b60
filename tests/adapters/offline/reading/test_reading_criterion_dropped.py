"""`remove the last condition` takes one criterion out of the draft in hand, and never discards it."""

import pytest

from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT

DRAFT = KnownTest(
    id="t-1",
    name="Three things",
    state="draft",
    situation="INV-1003",
    criteria=("respondsWithin", "invokesTool(compare_invoice)", "satisfiesAssertion"),
    runs=5,
)
DESK = CONTEXT.model_copy(update={"tests": (DRAFT,), "last_draft": "t-1", "drafted": ("t-1",)})


@pytest.mark.parametrize(
    ("message", "position"),
    [
        ("remove the last criterion", 2),
        ("quita la última condición", 2),
        ("elimina el segundo criterio", 1),
        ("supprime la dernière condition", 2),
        ("删除最后一个条件", 2),
        ("lösch die letzte Bedingung", 2),
        ("lass den zweiten Punkt wieder weg", 1),
        ("lass das mit den Sekunden", 0),
        ("remove the final check", 2),
        ("entferne den dritten Punkt", 2),
        ("supprime la seconde condition", 1),
        ("删除第三个条件", 2),
        ("2番目の条件を消して", 1),
        ("drop the part about compare_invoice", 1),
        ("lösch das mit compare_invoice", 1),
        ("去掉 compare_invoice 那一条", 1),
        ("compare_invoice の条件を消して", 1),
        ("最後の条件を消して", 2),
    ],
)
def test_one_criterion_goes(message: str, position: int) -> None:
    (call,) = read(message, DESK).calls
    assert (call.tool, call.arguments) == ("revise_draft", {"test": "t-1", "remove_criteria": [position]})


@pytest.mark.parametrize(
    "message", ["remove the fourth criterion", "drop the part about the weather", "四番目の条件を消して"]
)
def test_where_none_is_meant_for_sure_it_is_asked(message: str) -> None:
    (call,) = read(message, DESK).calls
    assert call.tool == "ask"


@pytest.mark.parametrize("message", ["discard it", "remove the draft", "lösch den Entwurf", "supprime le brouillon"])
def test_a_whole_draft_is_still_discarded(message: str) -> None:
    (call,) = read(message, DESK).calls
    assert call.tool == "discard_draft"
