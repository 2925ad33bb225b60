"""What a reader sees at one look: which criterion failed, what a card asks, where a row leads."""

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import MILLISECONDS, answered, ask, axe, new_talk, sign_in
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

Scheme = Literal["light", "dark"]
SCREENS: tuple[tuple[Scheme, int], ...] = (("light", 1440), ("dark", 1440), ("light", 390), ("dark", 390))
QUERY = "register_supplier_query"
BODY: dict[str, Any] = {
    "name": "Asks the supplier",
    "situation": {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]},
    "criteria": [
        {"kind": "toolParametersContain", "tool": QUERY, "parameters": {"invoice": {"equals": "INV-1003"}}},
        {"kind": "toolParametersContain", "tool": QUERY, "parameters": {"invoice": {"equals": "INV-9"}}},
        {"kind": "toolParametersContain", "tool": QUERY, "anywhere": ["a text that no query of any kind contains"]},
    ],
    "runs": 6,
}
TRACK = """(row) => {
  const track = row.querySelector(".bound-track"), style = getComputedStyle(track);
  return [style.backgroundColor, style.borderStyle, style.boxShadow];
}"""
INSIDE = """(part) => {
  const inner = part.getBoundingClientRect(), outer = part.closest(".messages").getBoundingClientRect();
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}"""
AT_END = "(box) => box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1"
BROKEN = """(card) => [...card.querySelectorAll("dt")].filter((label) => {
  const text = document.createRange();
  text.selectNodeContents(label);
  return text.getClientRects().length > 1;
}).map((label) => label.textContent)"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An accepted test of which one criterion passed and two failed in each run, and a draft that never ran."""
    server = Server(tmp_path_factory.mktemp("fresh") / "data")
    server.start()
    server.accepted(**BODY)
    server.draft(**BODY | {"name": "Never ran"})
    server.finished(server.start_run_all())
    yield server
    server.stop()


@pytest.fixture(params=SCREENS, ids=str)
def screen(page: Page, request: pytest.FixtureRequest) -> Page:
    scheme, width = request.param
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 844})
    return page


def _criterion(page: Page, test: str, position: int) -> Locator:
    return page.get_by_role("listitem", name=test, exact=True).locator(".bound-line").nth(position)


def test_criteria_of_one_kind_are_told_apart(screen: Page, told: Server) -> None:
    sign_in_narrow(screen, told)
    for position, telling in enumerate(("invoice equals INV-1003", "invoice equals INV-9", "a text that no query")):
        row = _criterion(screen, "Asks the supplier", position)
        expect(row.locator(".bound-what")).to_contain_text(telling)
        box, name = row.bounding_box(), row.locator(".telling").bounding_box()
        assert box
        assert name
        assert name["x"] + name["width"] <= box["x"] + box["width"] + 1
    assert axe(screen) == []


def test_none_of_six_looks_failed_and_nothing_looks_like_nothing(screen: Page, told: Server) -> None:
    sign_in_narrow(screen, told)
    passed, failed = (_criterion(screen, "Asks the supplier", n) for n in (0, 1))
    nothing = _criterion(screen, "Never ran", 0)
    expect(passed).to_contain_text("6 of 6")
    expect(failed).to_contain_text("0 of 6")
    expect(nothing).to_contain_text("no result")
    looks = [str(row.evaluate(TRACK)) for row in (passed, failed, nothing)]
    assert len(set(looks)) == 3
    expect(failed.locator("svg[data-outcome=failed]")).to_be_visible()
    expect(nothing.locator("svg")).to_have_count(0)


def sign_in_narrow(page: Page, server: Server) -> None:
    """On a narrow screen the chat, for which `sign_in` waits, is out of sight."""
    width = page.viewport_size
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, server)
    assert width
    page.set_viewport_size(width)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (390, 600)])
def test_a_long_card_shows_its_question_and_its_buttons_at_once(
    page: Page, shared: Server, width: int, height: int
) -> None:
    new_talk(page, shared)
    ask(
        page,
        "When the user asks about invoice INV-1003, the agent must call compare_invoice before "
        "register_supplier_query, the supplier query must name the invoice and PO numbers, and the answer must name "
        "a clause of the framework contract",
    )
    ask(page, "make it 30 runs")
    page.set_viewport_size({"width": width, "height": height})
    if width < 1000:
        page.get_by_role("button", name="Chat", exact=True).click()
    ask(page, "accept it")
    card = page.get_by_role("group", name="Approval").last
    for part in (card.get_by_text(re.compile(r"^Accept this test\?")), card.get_by_role("button", name="Approve")):
        expect(part).to_be_visible()
        assert part.evaluate(INSIDE)
    assert card.evaluate(BROKEN) == []
    facts = card.get_by_role("group", name="What is asked for")
    facts.focus()
    page.keyboard.press("End")
    page.wait_for_function(AT_END, arg=facts.element_handle())
    assert axe(page) == []
    card.get_by_role("button", name="Don't").click()
    answered(page)


def test_a_row_of_the_runs_opens_its_run_wherever_it_is_clicked(page: Page, told: Server) -> None:
    sign_in(page, told)
    runs = f"{told.url}/?agent={AGENT}&tab=runs"
    page.goto(runs)
    row = page.get_by_role("table", name="Runs").get_by_role("row").nth(1)
    far = row.get_by_role("cell").last.bounding_box()
    assert far
    page.mouse.click(far["x"] + far["width"] / 2, far["y"] + far["height"] / 2)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Asks the supplier, run")
    page.goto(runs)
    row.get_by_role("link", name="Run all").click()
    expect(page.get_by_role("region", name="Batch")).to_be_visible()
    expect(page).not_to_have_url(re.compile("run="))
    page.goto(runs)
    row.get_by_role("link").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Asks the supplier, run")


def test_nothing_can_be_started_while_the_service_is_away(page: Page, server: Server) -> None:
    server.accepted(**BODY)
    thread = server.thread()
    sign_in(page, server)
    page.goto(f"{server.url}/?agent={AGENT}&thread={thread}")
    run_all = page.get_by_role("button", name="Run all", exact=True)
    expect(run_all).to_be_enabled()
    server.kill()
    expect(run_all).to_be_disabled(timeout=MILLISECONDS)
    expect(run_all).to_have_accessible_description(re.compile("The service does not answer"))
    assert axe(page) == []
    server.start()
    expect(run_all).to_be_enabled(timeout=MILLISECONDS)
    expect(page.get_by_text("The service does not answer")).to_have_count(0)
