"""An earlier message said anew, by clicking: the old one is folded away, and what it did stays."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import answered, ask, axe, composer, new_talk, open_thread, plain, said
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

FIRST = "The agent must call compare_invoice before register_supplier_query. The user asks about invoice INV-1003."
BETTER = FIRST.replace("INV-1003", "INV-1004")
COST = "What would Run all cost?"


def edit(page: Page, text: str) -> None:
    page.locator(".message", has_text=text).hover()
    page.locator(".message", has_text=text).get_by_role("button", name="Edit and send again").click()


def test_an_earlier_message_is_edited_and_sent_again(page: Page, shared: Server) -> None:
    before = {test["id"] for test in shared.tests()}
    new_talk(page, shared)
    ask(page, FIRST)
    ask(page, COST)
    composer(page).fill("half a thought")
    edit(page, FIRST)
    expect(composer(page)).to_be_focused()
    expect(composer(page)).to_have_value(FIRST)
    expect(page.get_by_role("note")).to_contain_text("What was drafted, run or decided meanwhile stays.")
    assert axe(page) == []
    composer(page).press("Escape")
    expect(composer(page)).to_have_value("half a thought")

    edit(page, FIRST)
    composer(page).fill(BETTER)
    composer(page).press("Enter")
    expect(page.locator(".said-user")).to_have_text([BETTER])
    answered(page)
    expect(composer(page)).to_have_value("half a thought")
    folded = page.get_by_role("button", name="2 messages replaced by an edit")
    expect(folded).to_be_visible()
    shown = said(page)
    drafts = [test["id"] for test in shared.tests() if test["id"] not in before]
    assert len(drafts) == 2
    left = page.get_by_role("button", name="Discard the draft")
    expect(left).to_have_count(1)
    expect(page.get_by_text("The replaced message left the draft")).to_be_visible()
    assert axe(page) == []

    open_thread(page, shared, page.url.split("thread=")[1].split("&")[0])
    answered(page)
    assert said(page) == shown
    folded.click()
    expect(page.locator(".said-user")).to_have_text([FIRST, COST, BETTER])
    assert axe(page) == []

    left.click()
    page.get_by_role("dialog").get_by_role("button", name="Discard", exact=True).click()
    expect(left).to_have_count(0)
    [kept] = [test for test in shared.tests() if test["id"] in drafts]
    assert "INV-1004" in kept["situation"]["messages"][0]["text"]


def test_a_conversation_is_given_a_name(page: Page, shared: Server) -> None:
    new_talk(page, shared)
    ask(page, COST)
    page.get_by_role("button", name="Conversations").click()
    page.get_by_role("menuitem", name="Rename this conversation").click()
    name = page.get_by_role("textbox", name="Name")
    expect(name).to_have_value(COST)
    name.fill("What it costs us")
    assert axe(page) == []
    name.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Conversations").click()
    first = page.get_by_role("menuitem").first
    expect(first).to_contain_text("What it costs us")
    assert plain(first.inner_text()).startswith("What it costs us")
