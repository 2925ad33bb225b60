"""What a person sees of the chat: the end of a long talk, whole titles and buttons, and what was stopped."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.browser import MILLISECONDS, answered, ask, axe, composer, new_talk, open_thread, send, sign_in
from tests.e2e.chat_line import chat_line
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

COST = "What would Run all cost?"
DESCRIPTION = "The agent must call compare_invoice. The user asks about invoice INV-1003."
TELEPHONE: ViewportSize = {"width": 390, "height": 844}
LONG = "The agent must never ever register a supplier query before it has compared the invoice, whatever is said"
TO_TOP = "list => { list.scrollTop = 0 }"
TOO_WIDE = "box => box.scrollWidth - box.clientWidth"


def long_talk(server: Server) -> str:
    thread = server.thread()
    with chat_line(server, thread) as line:
        for _ in range(8):
            line.ask(COST)
    return thread


def talk(page: Page) -> Locator:
    return page.get_by_role("log", name="Conversation")


def test_who_reads_above_is_shown_what_they_send_and_offered_what_comes(page: Page, shared: Server) -> None:
    thread = long_talk(shared)
    latest = page.get_by_role("button", name="Latest", exact=True)
    sign_in(page, shared)
    open_thread(page, shared, thread)
    expect(page.locator(".turn").last).to_be_in_viewport()
    talk(page).evaluate(TO_TOP)
    expect(page.locator(".turn").first).to_be_in_viewport()
    expect(latest).to_have_count(0)

    with chat_line(shared, thread) as line:
        line.ask(COST)
    expect(latest).to_be_visible()
    expect(page.locator(".turn").first).to_be_in_viewport()
    assert axe(page) == []
    latest.focus()
    page.keyboard.press("Enter")
    expect(latest).to_have_count(0)
    expect(page.locator(".turn").last).to_be_in_viewport()

    talk(page).evaluate(TO_TOP)
    send(page, "Which tests are there?")
    expect(page.locator(".said-user").last).to_be_in_viewport()
    answered(page)
    expect(page.locator(".said-assistant").last).to_be_in_viewport()


def test_a_stopped_half_answer_is_marked_once_it_is_written_anew(page: Page, slow: Server) -> None:
    new_talk(page, slow)
    send(page, DESCRIPTION)
    expect(page.locator(".said-assistant").last).not_to_be_empty(timeout=MILLISECONDS)
    page.get_by_role("button", name="Stop").click()
    note = page.get_by_text("Stopped here. The answer below replaces it.")
    expect(page.get_by_text("Stopped.", exact=True)).to_be_visible()
    expect(note).to_have_count(0)
    page.get_by_role("button", name="Retry").click()
    expect(note).to_be_visible(timeout=MILLISECONDS)
    answered(page)
    expect(note).to_have_count(1)
    expect(page.locator(".turn").last).to_contain_text("I drafted")
    assert axe(page) == []


def test_a_yes_to_a_card_that_changed_is_refused_for_good(page: Page, shared: Server) -> None:
    before = {test["id"] for test in shared.tests()}
    new_talk(page, shared)
    ask(page, DESCRIPTION)
    ask(page, "accept it")
    [test] = [test for test in shared.tests() if test["id"] not in before]
    body = {part: test[part] for part in ("situation", "criteria", "runs")}
    shared.api("PUT", f"/api/tests/{test['id']}", json={**body, "name": f"{test['name']} anew"})
    approve = page.get_by_role("button", name="Approve")
    approve.click()
    expect(approve).to_be_disabled()
    expect(approve).to_have_accessible_description(
        "This has changed since you looked: ask the assistant to propose it again."
    )
    page.get_by_role("button", name="Don't", exact=True).click()
    expect(page.get_by_role("group", name="Approval")).to_contain_text("Declined")
    assert shared.api("GET", f"/api/tests/{test['id']}")["state"] == "draft"


def test_on_a_telephone_titles_are_shortened_and_the_chat_can_be_closed(page: Page, shared: Server) -> None:
    thread = shared.thread()
    shared.api("PUT", f"/api/chat/{thread}", json={"title": LONG})
    sign_in(page, shared)
    page.set_viewport_size(TELEPHONE)
    page.goto(f"{shared.url}/?agent={AGENT}&thread={thread}")
    page.get_by_role("button", name="Chat", exact=True).click()
    close = page.get_by_role("button", name="Close chat")
    expect(close).to_be_in_viewport(ratio=1)
    assert close.locator(".mantine-Button-label").evaluate(TOO_WIDE) <= 0
    page.get_by_role("button", name="Conversations").click()
    expect(page.get_by_role("menuitem", name=LONG[:40])).to_be_visible()
    assert page.locator(".thread-list").evaluate(TOO_WIDE) <= 0
    page.keyboard.press("Escape")
    close.click()
    expect(composer(page)).not_to_be_in_viewport()


def test_an_agent_that_does_not_exist_is_said_to_be_none(page: Page, shared: Server, refusals: set[int]) -> None:
    refusals.add(404)
    sign_in(page, shared)
    page.goto(f"{shared.url}/?agent=nonsense")
    expect(page.get_by_text("There is no such agent")).to_be_visible()
    expect(composer(page)).to_have_count(0)
    assert axe(page) == []
    page.get_by_role("link", name=AGENT).click()
    expect(composer(page)).to_be_visible()
