"""A screen of 390 pixels: nothing is cut, and the chat that covers the page is left with Escape."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import axe, composer, sign_in
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

NARROW = 390
RUNS = 60
"""More than one page of them."""
UNBROKEN = "Supercalifragilisticexpialidocious_" * 3
BODY: dict[str, Any] = {
    "name": "Compares first",
    "situation": {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]},
    "criteria": [{"kind": "invokesTool", "tool": "compare_invoice", "before": "register_supplier_query"}],
}
CUT = """() => [...document.querySelectorAll(".mantine-Badge-label, td, th, .row, .figures, button")]
  .filter((part) => part.offsetParent && part.scrollWidth > part.clientWidth + 1
    && getComputedStyle(part).display !== "inline")
  .map((part) => `${part.className}: ${part.textContent}`)"""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two tests of one name, exploratory runs, and a large batch that was cancelled."""
    server = Server(tmp_path_factory.mktemp("narrow") / "data")
    server.start()
    first, _ = server.accepted(**BODY), server.accepted(**BODY)
    server.finished(server.api("POST", f"/api/tests/{first}/dry-run", json={})["id"])
    server.finished(server.start_run_all())
    server.accepted(**BODY | {"name": UNBROKEN, "runs": RUNS})
    server.api("POST", f"/api/batches/{server.start_run_all()}/cancel")
    yield server
    server.stop()


@pytest.fixture
def narrow(page: Page, busy: Server) -> Page:
    sign_in(page, busy)
    page.set_viewport_size({"width": NARROW, "height": 844})
    return page


@pytest.mark.parametrize("tab", ["tests", "runs", "experiments", "health", "schedule", "agent"])
def test_no_badge_and_no_cell_is_cut(narrow: Page, busy: Server, tab: str) -> None:
    narrow.goto(f"{busy.url}/?agent={AGENT}&tab={tab}")
    expect(narrow.get_by_role("heading", level=1)).to_be_visible()
    if tab == "runs":
        expect(narrow.get_by_text("Exploratory", exact=True).last).to_be_visible()
    assert narrow.evaluate(CUT) == []
    assert axe(narrow) == []


def test_a_name_without_a_space_is_broken_and_widens_no_page(narrow: Page, busy: Server) -> None:
    batch = busy.newest_batch()["id"]
    for place in (f"&tab=runs&batch={batch}", "&tab=health", "&tab=tests"):
        narrow.goto(f"{busy.url}/?agent={AGENT}{place}")
        expect(narrow.get_by_text(UNBROKEN).first).to_be_visible()
        assert narrow.evaluate("document.documentElement.scrollWidth") == NARROW


@pytest.mark.parametrize("width", [NARROW, 1440])
def test_a_long_name_pushes_nothing_that_closes_the_drawer_out_of_view(narrow: Page, busy: Server, width: int) -> None:
    narrow.set_viewport_size({"width": width, "height": 844})
    [test] = [test["id"] for test in busy.api("GET", f"/api/agents/{AGENT}/tests")["items"] if test["name"] == UNBROKEN]
    narrow.goto(f"{busy.url}/?agent={AGENT}&test={test}")
    drawer = narrow.get_by_role("dialog", name=UNBROKEN)
    close = drawer.get_by_role("button", name="Close")
    expect(close).to_be_in_viewport(ratio=1)
    drawer.get_by_text("History").last.scroll_into_view_if_needed()
    expect(close).to_be_in_viewport(ratio=1)
    close.click()
    expect(drawer).to_be_hidden()


def test_every_tab_comes_into_view_by_keyboard(narrow: Page, busy: Server) -> None:
    narrow.goto(f"{busy.url}/?agent={AGENT}&tab=agent")
    last = narrow.get_by_role("tab", name="This agent", exact=True)
    expect(last).to_be_in_viewport(ratio=1)
    last.press("Home")
    first = narrow.get_by_role("tab", name="Acceptance tests", exact=True)
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport(ratio=1)
    first.press("ArrowLeft")
    expect(last).to_be_in_viewport(ratio=1)


def test_a_cancelled_batch_does_not_flood_the_runs(narrow: Page, busy: Server) -> None:
    narrow.goto(f"{busy.url}/?agent={AGENT}&tab=runs")
    table = narrow.get_by_role("table", name="Runs")
    expect(table.get_by_role("row").nth(1)).to_contain_text("Compares first (#")
    shown = narrow.get_by_role("checkbox", name="Show cancelled")
    label = narrow.locator("label", has_text="Show cancelled").inner_text()
    with_them = int(label.removeprefix("Show cancelled (").removesuffix(")"))
    assert with_them > RUNS / 2
    expect(table.get_by_text("cancelled by admin")).to_have_count(0)
    shown.check()
    expect(table.get_by_text("cancelled by admin").first).to_be_visible()
    assert axe(narrow) == []


def test_escape_closes_the_chat_and_gives_the_focus_back(narrow: Page) -> None:
    button = narrow.get_by_role("button", name="Chat", exact=True)
    button.press("Enter")
    composer(narrow).fill("half a thought")
    narrow.get_by_role("button", name="Conversations").click()
    expect(narrow.get_by_role("menuitem").first).to_be_focused()
    narrow.keyboard.press("Escape")
    expect(narrow.get_by_role("menu")).to_have_count(0)
    expect(composer(narrow)).to_be_visible()
    composer(narrow).press("Escape")
    expect(composer(narrow)).not_to_be_visible()
    expect(button).to_be_focused()
    button.press("Enter")
    expect(composer(narrow)).to_have_value("half a thought")
