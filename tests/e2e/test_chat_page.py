"""The chat in a browser when things go wrong: lost lines, dead servers, reloads, a second browser, wrong input."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from websockets.exceptions import ConnectionClosedError

from tests.e2e.browser import MILLISECONDS, answered, ask, composer, new_talk, open_thread, plain, said, send, sign_in
from tests.e2e.cable import Cable, cable
from tests.e2e.chat_line import chat_line, event_of, is_notice
from tests.e2e.server import AGENT, TOKEN, Server
from tests.e2e.told import gapless, messages

pytestmark = pytest.mark.e2e

DESCRIPTION = (
    "The agent must call compare_invoice before register_supplier_query. The user asks about invoice INV-1003."
)
COST = "What would Run all cost?"
LONGEST = 20_000
TIMES = 3


@pytest.fixture
def line(slow: Server) -> Iterator[Cable]:
    with cable(slow.port) as laid:
        yield laid


def starts_to_answer(page: Page) -> None:
    expect(page.locator(".said-assistant[aria-busy=true]").last).to_be_visible(timeout=MILLISECONDS)


def status(page: Page) -> Any:
    return page.locator(".composer").get_by_role("status")


def thread_in(page: Page) -> str:
    return page.url.split("thread=")[1].split("&")[0]


def test_bug_01_a_line_that_drops_three_times_loses_and_doubles_nothing(page: Page, slow: Server, line: Cable) -> None:
    page.goto(f"{line.url}/signin#token={TOKEN}")
    composer(page).wait_for()
    sent = [DESCRIPTION, "make it 20 runs", "make it 30 runs"]
    for text in sent:
        send(page, text)
        starts_to_answer(page)
        page.context.set_offline(True)
        line.unplug()
        expect(page.get_by_text("Connection lost. Trying again…")).to_be_visible()
        page.wait_for_timeout(1_500)
        line.plug_in()
        page.context.set_offline(False)
        expect(page.get_by_text("Connected", exact=True)).to_be_visible(timeout=MILLISECONDS)
        answered(page)
    shown = said(page)
    page.reload()
    expect(page.locator(".said-user")).to_have_count(TIMES)
    answered(page)
    assert said(page) == shown
    events = slow.events(thread_in(page))
    assert gapless(events)
    stored = messages(events)
    assert [text for role, text in stored if role == "user"] == sent
    assert shown == [plain(text) for _, text in stored]
    assert len(slow.tests()) == 1


def test_bug_02_a_server_that_dies_while_it_answers_leaves_no_endless_wait(page: Page, slow: Server) -> None:
    sign_in(page, slow)
    send(page, DESCRIPTION)
    starts_to_answer(page)
    slow.kill()
    arrived = said(page)
    expect(page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    slow.start()
    expect(page.get_by_text("Interrupted.", exact=True)).to_be_visible(timeout=15_000)
    expect(page.get_by_text("Working on it…")).to_have_count(0)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert said(page)[0] == arrived[0]
    assert said(page)[1].startswith(arrived[1])
    page.reload()
    expect(page.get_by_text("Interrupted.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Retry").click()
    expect(page.get_by_text("Interrupted.", exact=True)).to_have_count(0)
    answered(page)
    expect(page.locator(".turn").last).to_contain_text("I drafted")
    assert "no accepted tests" in ask(page, COST)
    expect(page.locator(".said-user")).to_have_count(2)
    assert len(slow.tests()) == 1


def test_bug_04_a_card_survives_a_reload_and_is_answered_from_a_second_browser(
    page: Page, shared: Server, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    before = {test["id"] for test in shared.tests()}
    new_talk(page, shared)
    ask(page, DESCRIPTION)
    ask(page, "accept it")
    approve = page.get_by_role("button", name="Approve")
    expect(approve).to_be_visible()
    page.reload()
    expect(approve).to_be_visible()

    second: BrowserContext = browser.new_context(**browser_context_args)
    other = second.new_page()
    sign_in(other, shared)
    open_thread(other, shared, thread_in(page))
    expect(other.get_by_role("button", name="Approve")).to_be_visible()
    ask(other, "yes")
    for seen in (page, other):
        expect(seen.get_by_role("group", name="Approval")).to_contain_text("Approved")
        expect(seen.get_by_role("button", name="Approve")).to_have_count(0)
        expect(seen.get_by_text("is accepted.")).to_have_count(1)
    assert said(page) == said(other)
    second.close()
    assert [test["state"] for test in shared.tests() if test["id"] not in before] == ["accepted"]
    answers = [e for e in map(event_of, shared.events(thread_in(page))) if e.get("name") == "proposal_answered"]
    assert len(answers) == 1


def test_a_second_message_during_a_turn_is_refused_and_kept(page: Page, shared: Server) -> None:
    new_talk(page, shared)
    send(page, DESCRIPTION)
    starts_to_answer(page)
    composer(page).fill(COST)
    composer(page).press("Enter")
    expect(status(page)).to_have_text("The assistant is working. Stop it to send something else.")
    expect(composer(page)).to_have_value(COST)
    with chat_line(shared, thread_in(page)) as line:
        line.say(COST)
        refusal = line.until(is_notice)
    assert (refusal["type"], refusal["error"]) == ("refused", "turn_running")
    assert refusal["detail"].endswith(".")
    answered(page)
    expect(composer(page)).to_have_value(COST)
    expect(page.locator(".said-user")).to_have_count(1)


def test_a_message_of_a_million_characters_is_refused_with_a_sentence(page: Page, shared: Server) -> None:
    million = "x" * 1_000_000
    new_talk(page, shared)
    composer(page).fill(million)
    expect(status(page)).to_have_text("Shorten it by 980,000 characters to send it.")
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_disabled()
    composer(page).press("Enter")
    assert len(composer(page).input_value()) == len(million)
    expect(page.locator(".said-user")).to_have_count(0)

    thread = shared.thread()
    with chat_line(shared, thread) as line:
        for text in ("x" * 100_000, "x" * (LONGEST + 1)):
            line.say(text)
            refusal = line.until(is_notice)
            assert (refusal["type"], refusal["detail"][-1]) == ("refused", ".")
        line.ask(COST)
        line.say(million)
        with pytest.raises(ConnectionClosedError, match="message too big"):
            line.until(is_notice)
    answer = shared.answer(
        "POST", f"/api/chat/{thread}/commands", json={"type": "message", "client_id": "big", "text": million}
    )
    assert answer.status_code == 422
    assert "text" in answer.json()["detail"]
    assert [text for role, text in messages(shared.events(thread)) if role == "user"] == [COST]


def test_an_empty_message_cannot_be_sent(page: Page, shared: Server) -> None:
    threads = f"/api/agents/{AGENT}/threads"
    before = shared.api("GET", threads)["items"]
    new_talk(page, shared)
    for nothing in ("", "   \n  "):
        composer(page).fill(nothing)
        expect(page.get_by_role("button", name="Send", exact=True)).to_be_disabled()
        composer(page).press("Enter")
    expect(page.locator(".turn")).to_have_count(0)
    assert shared.api("GET", threads)["items"] == before
    thread = shared.thread()
    with chat_line(shared, thread) as line:
        line.say(" \n ")
        assert line.until(is_notice)["type"] == "refused"
    assert shared.events(thread) == []
