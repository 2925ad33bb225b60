"""The page as a person uses it: by its labels, with keyboard and mouse."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.server import AGENT, PATIENCE, TOKEN, Server

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
MILLISECONDS = PATIENCE * 1000
_MARKS = re.compile(r"(?m)^\s*[-#]+\s+|[*`]")
_FALSE_ALARMS = ("region", "landmark-unique", "landmark-no-duplicate-banner")
"""Rules about landmarks that menus and dialogs break by their nature: they stand outside of the page's order."""


def composer(page: Page) -> Locator:
    return page.get_by_label("Message to the assistant")


def sign_in(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/signin#token={TOKEN}")
    composer(page).wait_for()


def new_talk(page: Page, server: Server) -> None:
    sign_in(page, server)
    page.goto(f"{server.url}/?agent={AGENT}&thread=new")
    expect(page.get_by_text("What must this agent do, or never do?")).to_be_visible()


def open_thread(page: Page, server: Server, thread: str) -> None:
    page.goto(f"{server.url}/?agent={AGENT}&thread={thread}")
    expect(page.get_by_text("Connected", exact=True)).to_be_visible()


def send(page: Page, text: str) -> None:
    """Types a message, sends it with Enter and sees it arrive in the talk."""
    said = page.locator(".said-user")
    before = said.count()
    composer(page).fill(text)
    composer(page).press("Enter")
    expect(said).to_have_count(before + 1, timeout=MILLISECONDS)


def answered(page: Page) -> None:
    """Waits until the assistant has had its say."""
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_visible(timeout=MILLISECONDS)


def ask(page: Page, text: str) -> str:
    """What the assistant made of a message: the text of its turn."""
    send(page, text)
    answered(page)
    return page.locator(".turn").last.inner_text()


def said(page: Page) -> list[str]:
    """Every message on screen, the person's and the assistant's, in order."""
    return [plain(text) for text in page.locator(".said-user, .said-assistant").all_inner_texts()]


def plain(text: str) -> str:
    """Without what markdown makes of it: marks and white space."""
    return " ".join(_MARKS.sub("", text).split())


def axe(page: Page) -> list[str]:
    """What axe finds on the page as it stands, one line each."""
    page.evaluate(AXE.read_text())
    rules = {rule: {"enabled": False} for rule in _FALSE_ALARMS}
    found = page.evaluate("(rules) => axe.run({rules})", rules)
    return [f"{v['id']}: {n['html'][:200]}" for v in found["violations"] for n in v["nodes"]]
