"""One person with many pages open: left ones give their socket back, and one too many is told why."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.e2e.browser import MILLISECONDS, ask, sign_in
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

PLACES = 5
COST = "What would Run all cost?"
NO_BACK_CACHE = "--disable-back-forward-cache"
"""What Playwright gives to Chromium, and no person does."""


@pytest.fixture
def keeping(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], browser_context_args: dict[str, Any]
) -> Iterator[BrowserContext]:
    """A browser that keeps left pages for the Back button."""
    browser = playwright.chromium.launch(**browser_type_launch_args, ignore_default_args=[NO_BACK_CACHE])
    yield browser.new_context(**browser_context_args)
    browser.close()


def connected(page: Page) -> None:
    expect(page.get_by_text("Connected", exact=True)).to_be_visible(timeout=MILLISECONDS)


def test_pages_left_in_one_tab_hold_no_socket_and_come_back_alive(keeping: BrowserContext, server: Server) -> None:
    threads = [server.thread() for _ in range(PLACES + 3)]
    page = keeping.new_page()
    sign_in(page, server)
    for thread in threads:
        page.goto(f"{server.url}/?agent={AGENT}&thread={thread}")
        connected(page)
    page.evaluate("() => addEventListener('pageshow', (event) => { window.kept = event.persisted })")
    page.goto(f"{server.url}/?agent={AGENT}&tab=runs")
    connected(page)
    page.go_back(wait_until="commit")
    assert page.evaluate("() => window.kept") is True
    connected(page)
    assert "no accepted tests" in ask(page, COST)


def test_one_tab_too_many_says_close_a_tab_first_and_then_connects(context: BrowserContext, server: Server) -> None:
    thread = server.thread()
    tabs = [context.new_page() for _ in range(PLACES + 1)]
    sign_in(tabs[0], server)
    for tab in tabs[:PLACES]:
        tab.goto(f"{server.url}/?agent={AGENT}&thread={thread}")
        connected(tab)
    tabs[-1].goto(f"{server.url}/?agent={AGENT}&thread={thread}")
    expect(tabs[-1].get_by_text("5 conversations are open already: close a tab first.")).to_be_visible()
    tabs[0].close()
    connected(tabs[-1])
