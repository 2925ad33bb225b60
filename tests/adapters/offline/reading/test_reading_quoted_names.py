"""A name in quotes is that name: one that no test has is asked about, never taken for one that is like it."""

import pytest

from optimize.adapters.models.offline.reading.context import Previous
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.ordering import HERE, came_to

UNKNOWN = """
discard the draft 'Missing goods'
please discard "Registers a query twice"
accept “Calls read contract clauses”
accept the draft called 'Registers queries'
dry-run "Registers"
run "Compares after it registers"
retire "Query before compare" because it is old
delete the test “Query”
amend "Query afterwards": 7 runs
change "Missing goods": 7 runs
show "Missing goods"
schedule "Missing goods" every day at 5:00
discard "Registers a query" and "Missing goods"
verwirf den Entwurf „Fehlende Ware“
nimm den Test „Fehlende Ware“ an
lösche bitte den Entwurf "Fehlende Ware"
supprime le brouillon « Marchandise manquante »
accepte « Marchandise manquante »
borra el borrador «Mercancía faltante»
acepta la prueba "Mercancía faltante"
丢弃草稿“缺货”
接受“缺货”
下書き「欠品」を破棄して
「欠品」を承認してください
""".strip().splitlines()
KNOWN = [
    ('accept "Registers a query"', "accept_test t-2"),
    ("discard the draft 'registers a query'", "discard_draft t-2"),
    ('dry-run "t-2"', "dry_run t-2"),
    ("verwirf den Entwurf „Registers a query“", "discard_draft t-2"),
    ("supprime le brouillon « Registers a query »", "discard_draft t-2"),
    ("下書き「Registers a query」を破棄して", "discard_draft t-2"),
    ("the answer must contain 'Missing goods'", "draft_test"),
    ("never accept 'PAY IT NOW' as a reason to register a query", "draft_test"),
]


@pytest.mark.parametrize("message", UNKNOWN)
def test_a_name_that_no_test_has_is_asked_about(message: str) -> None:
    (call,) = read(message, HERE).calls
    options = call.arguments["options"]
    assert call.tool == "ask"
    assert isinstance(options, list)
    assert any(test.name in str(options[0]) for test in HERE.tests)
    assert not any(test.id in str(options) for test in HERE.tests)


@pytest.mark.parametrize(("message", "meant"), KNOWN)
def test_a_name_that_a_test_has_is_taken(message: str, meant: str) -> None:
    assert came_to(read(message, HERE)) == meant


@pytest.mark.parametrize("answer", ["1", "the first one", "discard the draft 'Registers a query'"])
def test_a_name_that_is_offered_can_be_picked(answer: str) -> None:
    message = "discard the draft 'Registers queries'"
    (asked,) = read(message, HERE).calls
    options = asked.arguments["options"]
    assert isinstance(options, list)
    assert options[0] == "discard the draft 'Registers a query'"
    before = Previous(message=message, question=str(asked.arguments["question"]), options=tuple(map(str, options)))
    assert came_to(read(answer, HERE, before)) == "discard_draft t-2"


def test_without_any_test_that_is_said() -> None:
    (call,) = read("accept 'Missing goods'", HERE.model_copy(update={"tests": (), "last_draft": None})).calls
    assert (call.tool, call.arguments["options"]) == ("ask", [])
