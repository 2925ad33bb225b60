"""What a reply says was done is held against what was done."""

import json
import time
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from optimize.adapters.models.offline.replies import phrases
from optimize.adapters.models.offline.replies.telling import tell
from optimize.adapters.models.offline.turn import Told
from optimize.assistant.claim_grammar import claims
from optimize.assistant.claims import unsupported_claims
from optimize.assistant.context import TestInContext
from optimize.tools import TOOLS
from optimize.tools.base import ToolEffect
from tests.adapters.offline.test_offline_replies import RESULTS
from tests.adapters.offline.threads import known, plan

DOES = {
    "accepted": "accept_test",
    "amended": "amend_test",
    "retired": "retire_test",
    "discarded": "discard_draft",
    "drafted": "draft_test",
    "revised": "revise_draft",
    "started": "dry_run",
    "cancelled": "cancel",
    "scheduled": "schedule_daily",
    "activated": "activate_version",
    "done": "cancel",
}
CLAIMED = [
    ("accepted", "The test is “Look up reservation without calling cancel_reservation” and it has been accepted."),
    ("accepted", "I accepted the test."),
    ("accepted", "I've accepted everything."),
    ("accepted", "I have gone ahead and accepted the test."),
    ("accepted", "I drafted the test, dry-ran it, and accepted it."),
    ("accepted", "Both drafts have now been accepted."),
    ("accepted", "The draft for the refund is now accepted."),
    ("accepted", "Accepted."),
    ("accepted", "Test accepted!"),
    ("accepted", "Great, I have already accepted both of them."),
    ("accepted", "The new criteria were written down. They have been accepted."),
    ("accepted", "**“Compares first”** was accepted."),
    ("accepted", "I drafted nothing, but the test was accepted."),
    ("accepted", "The newest result says that the draft was accepted with status ok."),
    ("accepted", "Le résultat indique que le brouillon a été accepté."),
    ("accepted", "El resultado indica que el borrador fue aceptado."),
    ("amended", "I have amended the test."),
    ("retired", "The old test was retired."),
    ("retired", "We've retired it for you."),
    ("discarded", "I deleted the draft."),
    ("discarded", "Both drafts were discarded."),
    ("drafted", "I've drafted a test for refunds."),
    ("drafted", "A new test has been created: “Greets”."),
    ("revised", "I changed the threshold of the test."),
    ("revised", "The draft has been updated."),
    ("started", "I've run all tests."),
    ("started", "The dry run has started."),
    ("started", "I started the dry run; I'll tell you when it is finished."),
    ("started", "The dry run is running."),
    ("started", "I drafted the test and ran it."),
    ("cancelled", "The run was cancelled."),
    ("cancelled", "I stopped the batch."),
    ("scheduled", "The set has been scheduled."),
    ("activated", "Version 3 is now live."),
    ("activated", "I activated the new version."),
    ("done", "Done."),
    ("done", "Done! Anything else?"),
    ("done", "Everything is done."),
    ("accepted", "Der Test wurde angenommen."),
    ("accepted", "Ich habe alles angenommen."),
    ("accepted", "Beide Entwürfe sind jetzt akzeptiert."),
    ("discarded", "Ich habe den Entwurf gelöscht."),
    ("started", "Der Probelauf wurde gestartet."),
    ("cancelled", "Lauf abgebrochen."),
    ("done", "Erledigt."),
    ("accepted", "Le test a été accepté."),
    ("accepted", "J'ai accepté les deux tests."),
    ("accepted", "Je l’ai accepté."),
    ("discarded", "Le brouillon est supprimé."),
    ("started", "L'essai a commencé."),
    ("done", "C'est fait."),
    ("accepted", "La prueba ha sido aceptada."),
    ("accepted", "He aceptado las dos pruebas."),
    ("accepted", "Se ha aceptado la prueba."),
    ("discarded", "Eliminé el borrador."),
    ("started", "La ejecución fue iniciada."),
    ("done", "Listo."),
    ("accepted", "测试已接受。"),
    ("accepted", "我已经接受了所有测试。"),
    ("discarded", "草稿已被删除。"),
    ("started", "我启动了试运行。"),
    ("cancelled", "已取消。"),
    ("done", "已完成。"),
    ("accepted", "テストを承認しました。"),
    ("accepted", "すべて承認されました。"),
    ("discarded", "下書き「挨拶」を削除しました。"),
    ("started", "試し実行は開始されました。"),
    ("cancelled", "実行を中止しました。"),
    ("done", "完了しました。"),
]
NO_CLAIMS = [
    "The test has not been accepted.",
    "Nothing was run.",
    "No draft was discarded, and none was accepted.",
    "I haven't accepted it.",
    "I could not start the run.",
    "Was the test accepted?",
    "All other tests are accepted.",
    "Say yes and the test is accepted.",
    "Shall I say that it was accepted?",
    "The test will be run once.",
    "Once it is accepted, it never changes.",
    "If you accept it, the test is accepted for good.",
    "The draft can be run now.",
    "The drafts are to be accepted by you.",
    "The test needs to be accepted first.",
    "When the run is cancelled, the rest is left out.",
    "As soon as I have accepted it, I will tell you.",
    "The agent said “the test was accepted”.",
    "It passes if `the draft was accepted` is in the answer.",
    "The booking was cancelled.",
    "The refund was accepted in 3 runs.",
    "In run 3 the reservation was cancelled.",
    "In this test the agent cancelled the order.",
    "The agent said that the booking was changed. It was cancelled twice.",
    "The run failed because the customer's order was cancelled.",
    "Accepted tests never change.",
    "Accepted: 3. Drafts: 2.",
    "Tests are accepted only by a person.",
    "A test is accepted for good.",
    "Each test is run 5 times.",
    "The test checks that the refund was accepted.",
    "I ran into a problem with the test.",
    "I started by reading your tests.",
    "I changed my mind.",
    "It changed after you looked, so nothing was done.",
    "It changed.",
    "| Compares first | accepted |",
    "> The test was accepted.",
    "You can accept the draft now; the card is waiting.",
    "It would have been accepted.",
    "The three drafts are waiting for your yes.",
    "Der Test wurde nicht angenommen.",
    "Der Test wird einmal ausgeführt.",
    "Sobald der Test angenommen ist, ändert er sich nicht mehr.",
    "Die Buchung wurde storniert und die Erstattung angenommen.",
    "Ich habe die Anfrage im Test abgebrochen gefunden.",
    "Wurde der Test angenommen?",
    "Le test n'a pas été accepté.",
    "Le test sera lancé une fois.",
    "La réservation a été annulée.",
    "Si le test est accepté, il ne change plus.",
    "La prueba no ha sido aceptada.",
    "La reserva fue cancelada.",
    "Cuando la prueba está aceptada, ya no cambia.",
    "La prueba será ejecutada.",
    "测试尚未被接受。",
    "已接受的测试不会改变。",
    "如果测试已接受，就不能修改。",
    "预订已取消。",
    "要接受这个测试吗？",
    "テストはまだ承認されていません。",
    "承認済みのテストは変更できません。",
    "予約をキャンセルしました。",
    "テストで予約をキャンセルしました。",
    "テストを承認しましたか？",
]


def result(tool: str, status: str = "ok", **data: Any) -> ToolMessage:
    content = json.dumps({"status": status, "summary": "", "data": data})
    return ToolMessage(content, tool_call_id="c", name=tool)


def known_test(name: str, state: str, latest: str = "no result") -> TestInContext:
    return TestInContext(
        id=name, name=name, state=state, situation="Hi", criteria=[], runs=1, threshold=None, latest=latest
    )


ASKED: list[BaseMessage] = [HumanMessage("and now?")]
DRAFTS = [known_test("Compares first", "draft")]


@pytest.mark.parametrize(("act", "text"), CLAIMED)
def test_what_is_claimed_needs_a_tool_that_did_it(act: str, text: str) -> None:
    assert act in unsupported_claims(text, ASKED, DRAFTS)
    refused = [result(name, status) for name in DOES.values() for status in ("refused", "error", "empty")]
    assert act in unsupported_claims(text, [*ASKED, *refused], DRAFTS)
    assert act not in unsupported_claims(text, [*ASKED, result(DOES[act])], DRAFTS)


@pytest.mark.parametrize("text", NO_CLAIMS)
def test_what_claims_nothing_is_left_alone(text: str) -> None:
    assert claims(text, ["Compares first"]) == []


@pytest.mark.parametrize("language", phrases.LANGUAGES)
@pytest.mark.parametrize(("tool", "data", "parts"), RESULTS)
def test_what_the_offline_model_tells_of_a_result_is_supported_by_it(
    language: str, tool: str, data: dict[str, Any], parts: list[str]
) -> None:
    told = Told(tool=tool, arguments={"test": "t1"}, status="ok", summary="(summary)", data=data)
    text = tell(plan((tool, {}), language=language), [told], known())
    assert unsupported_claims(text, [*ASKED, result(tool, **data)], DRAFTS) == [], text


@pytest.mark.parametrize("language", phrases.LANGUAGES)
@pytest.mark.parametrize("status", ["refused", "error", "empty"])
@pytest.mark.parametrize("tool", TOOLS)
def test_what_the_offline_model_tells_of_what_was_not_done_claims_nothing(
    language: str, status: Any, tool: str
) -> None:
    told = Told(tool=tool, arguments={"test": "t1"}, status=status, summary="", data={})
    assert claims(tell(plan((tool, {}), language=language), [told], known())) == []


def test_a_test_that_is_accepted_may_be_told_so_and_a_draft_may_not() -> None:
    both = [known_test("Reads first", "accepted", "passed"), known_test("Pays once", "draft")]
    assert unsupported_claims("The test “Reads first” has been accepted.", ASKED, both) == []
    assert unsupported_claims("“Reads first” was run.", ASKED, both) == []
    assert unsupported_claims("The test “Pays once” has been accepted.", ASKED, both) == ["accepted"]
    assert unsupported_claims("Pays once has been run.", ASKED, both) == ["started"]
    assert unsupported_claims("It has been accepted.", ASKED, both) == ["accepted"]
    assert unsupported_claims("It has been accepted.", ASKED, both[:1]) == []


def test_no_state_on_record_supports_a_deed_of_the_speaker() -> None:
    accepted = [known_test("Reads first", "accepted", "passed")]
    read = result("list_tests", tests=[{"test": "t1", "name": "Reads first", "state": "accepted", "latest": "passed"}])
    assert unsupported_claims("I accepted “Reads first”.", [*ASKED, read], accepted) == ["accepted"]
    assert unsupported_claims("“Reads first” has been accepted.", [*ASKED, read], []) == []
    assert unsupported_claims("I've run all tests.", [*ASKED, result("read_results", batch={})], []) == ["started"]


def test_what_is_read_in_this_turn_supports_what_it_shows() -> None:
    results = result("read_results", batch={"id": "b1", "state": "cancelled"})
    assert unsupported_claims("The run was cancelled.", [*ASKED, results], []) == []
    assert unsupported_claims("The tests were run.", [*ASKED, results], []) == []
    assert unsupported_claims("The run was cancelled.", [results, *ASKED], []) == ["cancelled"]


def test_the_draft_of_this_turn_is_what_is_meant_where_no_name_is_said() -> None:
    tests = [known_test("Old", "accepted"), known_test("New one", "draft")]
    drafted = result("draft_test", test="t2", name="New one")
    assert unsupported_claims("I drafted it, and it has been accepted.", [*ASKED, drafted], tests) == ["accepted"]


def test_a_deed_of_an_earlier_turn_is_still_done_and_a_bare_done_speaks_of_this_one() -> None:
    before = [HumanMessage("draft it"), result("draft_test", test="t1", name="A"), AIMessage("There."), *ASKED]
    assert unsupported_claims("I drafted a test.", before, []) == []
    assert unsupported_claims("Done.", before, []) == ["done"]


def test_every_act_that_can_be_claimed_is_one_of_a_tool_and_every_tool_that_changes_something_names_its_acts() -> None:
    acts = {act for tool in TOOLS.values() for act in tool.acts}
    assert acts == DOES.keys() - {"done"}
    assert {name for name, tool in TOOLS.items() if not tool.acts} == {
        name for name, tool in TOOLS.items() if tool.effect is ToolEffect.READS
    }


@pytest.mark.parametrize(
    "piece", ["i ran and ", "the test of a thing for ", "测试已", "he y j'ai habe ich ", "“", "the "]
)
def test_a_long_reply_is_read_in_little_time(piece: str) -> None:
    started = time.process_time()
    claims(piece * (12_000 // len(piece)))
    assert time.process_time() - started < 2
