"""Questions about the agent and its results, and small remarks: answered as such, never made into tests."""

import pytest

from optimize.adapters.models.offline.reading.context import Previous
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.ordering import HERE, came_to, meant

REMARKS = [
    ("Is this agent ready to ship?", "health"),
    ("is our agent ready for production?", "health"),
    ("can we ship it?", "health"),
    ("did anything get lost when I stopped the server?", "read_results"),
    ("Who ran the tests last?", "read_results"),
    ("never mind the last change", "ask"),
    ("keep it", "say:nothing_done"),
    ("keep it as it is", "say:nothing_done"),
    ("don't run anything yet", "say:nothing_done"),
    ("no problem", "say:welcome"),
    ("no worries", "say:welcome"),
    ("no wait, yes", "say:nothing_pending"),
    ("which version is live?", "list_agents"),
    ("what version is active right now?", "list_agents"),
    ("what's the lower bound?", "read_results"),
    ("and what would 100 runs give me?", "plan_runs"),
    ("did it call the tool?", "read_results; explain_result"),
    ("Does version 3 pass?", "read_results"),
    ("how is it going?", "read_results"),
    ("are we done yet?", "read_results"),
    ("what's live right now?", "list_agents"),
    ("is it saved?", "say:not_understood"),
    ("has it finished?", "read_results"),
    ("does the agent pass?", "read_results"),
    ("replace register_supplier_query with compare_invoice", "revise_draft t-2"),
    ("what happens if the server stops?", "say:not_understood"),
    ("keep this one", "accept_test t-2"),
    ("what was the agent's exact answer in run 3?", "read_transcript 3"),
    ("make it forgiving: 9 out of 10 is fine", "revise_draft t-2"),
    ("Ist der Agent bereit für die Produktion?", "health"),
    ("Welche Version ist live?", "list_agents"),
    ("Wie läuft es?", "read_results"),
    ("Kein Problem", "say:welcome"),
    ("Quelle version est en ligne ?", "list_agents"),
    ("Pas de problème", "say:welcome"),
    ("¿Qué versión está activa?", "list_agents"),
    ("¿Cómo va?", "read_results"),
    ("哪个版本是当前版本？", "list_agents"),
    ("进展如何？", "read_results"),
    ("どのバージョンが有効ですか？", "list_agents"),
    ("問題ありません", "say:welcome"),
    # Near misses: these are tests, changes and situations.
    ("the agent must keep it short", "draft_test"),
    ("no problem may be hidden: the agent must name every difference", "draft_test"),
    ("is my invoice INV-1003 ready?", "ask"),
    ("which invoice is live?", "ask"),
    ("the agent must say which version of the contract is live", "draft_test"),
    ("never mind the price: the agent must call compare_invoice", "draft_test"),
    ("make it 100 runs", "revise_draft t-2"),
    ("keep the name but make it 10 runs", "revise_draft t-2"),
    ("Does INV-1003 match its purchase order?", "ask"),
    ("did my delivery note arrive?", "ask"),
    ("when asked how it is going, the agent must answer politely", "draft_test"),
    ("the agent must say that there is no problem", "draft_test"),
]


@pytest.mark.parametrize(("message", "call"), REMARKS)
def test_a_remark_is_not_made_a_test(message: str, call: str) -> None:
    assert meant(message).removesuffix("; say:loose") == call


ASKED = read("my invoice is late", HERE).calls[0].arguments
OPEN = Previous(message="my invoice is late", question=str(ASKED["question"]))


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("swap compare_invoice in for register_supplier_query", "revise_draft t-2"),
        ("which version is live?", "list_agents"),
        ("Who ran the tests last?", "read_results"),
        ("should I run all?", "say:command_told"),
        ("don't run all", "say:nothing_done"),
        ("run all", "run_tests"),
        ("what's the lower bound?", "read_results"),
        ("call compare_invoice first", "draft_test"),
        ("it must never call register_supplier_query", "draft_test"),
    ],
)
def test_an_order_or_a_question_is_no_answer_to_a_question_of_ours(message: str, call: str) -> None:
    assert came_to(read(message, HERE, OPEN)) == call
