"""Every screen is free of what axe finds, in light and dark and on a telephone, and works by keyboard alone."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import answered, ask, axe, composer, new_talk, sign_in
from tests.e2e.server import AGENT, TOKEN, Server

pytestmark = pytest.mark.e2e

EMPTY = "nothing-tested-yet"
MOST = 200
Scheme = Literal["light", "dark"]
SCREENS: tuple[tuple[Scheme, int], ...] = (("light", 1440), ("dark", 1440), ("light", 390))
OVERFLOW = "() => document.documentElement.scrollWidth - window.innerWidth"


def about(name: str, runs: int | None = None, *criteria: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "situation": {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]},
        "criteria": list(criteria) or [{"kind": "invokesTool", "tool": "compare_invoice"}],
        "runs": runs,
    }


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with tests in every state and results of 1 and of 200 runs, passed and failed."""
    server = Server(tmp_path_factory.mktemp("pages") / "data")
    server.start()
    server.api("POST", "/api/agents", json={"kind": "agent/1", "name": EMPTY, "model": {"ref": "offline:rules"}})
    server.accepted(**about("Ran once", 1))
    server.accepted(**about("Ran often", MOST))
    failing = {"kind": "answerContains", "texts": ["Visa"]}
    server.accepted(**about("Fails", None, failing, {"kind": "doesNotHallucinate"}))
    server.finished(server.start_run_all())
    server.accepted(**about("Never ran"))
    server.draft(**about("Vague", None, {"kind": "satisfiesAssertion", "assertion": "The agent is helpful."}))
    retired = server.accepted(**about("Retired one"))
    server.api("POST", f"/api/tests/{retired}/retire", json={"reason": "Another one asks for more."})
    yield server
    server.stop()


def the_test(server: Server, name: str) -> str:
    return next(str(test["id"]) for test in server.tests() if test["name"] == name)


def a_run(server: Server, name: str) -> str:
    runs = server.api("GET", f"/api/agents/{AGENT}/runs", params={"test": the_test(server, name)})["items"]
    return str(runs[0]["id"])


def screens_of(page: Page, server: Server) -> Iterator[str]:
    """Goes from screen to screen; the name of each, once it has come to rest."""
    here = f"{server.url}/?agent={AGENT}"
    page.goto(f"{server.url}/?agent={EMPTY}")
    expect(page.get_by_text("No acceptance test yet")).to_be_visible()
    yield "empty tests"
    page.goto(here)
    expect(page.get_by_role("listitem", name="Ran often")).to_be_visible()
    yield "tests with results"
    page.get_by_role("button", name="Actions for Vague").click()
    expect(page.get_by_role("menuitem", name="Accept")).to_be_visible()
    yield "menu"
    page.get_by_role("menuitem", name="Accept").click()
    expect(page.get_by_role("dialog", name="Accept “Vague”?")).to_be_visible()
    expect(page.get_by_role("menu")).to_have_count(0)
    yield "accept dialog"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Run all", exact=True).click()
    expect(page.get_by_role("dialog", name="Run all accepted tests?")).to_contain_text("runs")
    yield "run all dialog"
    page.goto(f"{here}&test={the_test(server, 'Fails')}")
    expect(page.get_by_role("dialog", name="Fails")).to_contain_text("Latest result")
    yield "drawer"
    page.goto(f"{here}&tab=runs")
    expect(page.get_by_role("table", name="Runs")).to_be_visible()
    yield "runs"
    page.goto(f"{here}&tab=runs&batch={server.newest_batch()['id']}")
    expect(page.get_by_role("region", name="Batch")).to_be_visible()
    yield "runs of a batch"
    page.goto(f"{here}&tab=runs&run={a_run(server, 'Fails')}")
    expect(page.get_by_role("heading", name="Transcript")).to_be_visible()
    yield "run"
    page.goto(f"{server.url}/?agent={EMPTY}&tab=health")
    expect(page.get_by_text("No accepted test yet")).to_be_visible()
    yield "empty health"
    page.goto(f"{here}&tab=health")
    expect(page.get_by_role("slider", name="Official batch")).to_be_visible()
    yield "health"
    page.get_by_role("switch", name="Show as a table").press("Space")
    expect(page.get_by_role("table", name="Official batches")).to_be_visible()
    yield "health as a table"
    page.goto(f"{here}&tab=schedule")
    expect(page.get_by_text("No daily run yet")).to_be_visible()
    yield "empty schedule"
    page.get_by_role("button", name="Set a daily run").click()
    expect(page.get_by_role("dialog", name="Run the accepted tests every day?")).to_contain_text("runs")
    yield "daily run dialog"
    page.goto(f"{here}&tab=agent")
    expect(page.get_by_role("heading", name="Prompt")).to_be_visible()
    yield "agent"


def chat_of(page: Page, server: Server) -> Iterator[str]:
    """A talk with tool cards, a question and an open card."""
    page.goto(f"{server.url}/?agent={AGENT}&thread=new")
    expect(page.get_by_role("heading", name="Acceptance tests", level=1)).to_be_visible()
    chat = page.get_by_role("button", name="Chat", exact=True)
    if chat.is_visible():
        expect(composer(page)).to_be_hidden()
        chat.click()
    expect(page.get_by_text("What must this agent do, or never do?")).to_be_visible()
    yield "empty chat"
    ask(page, "accept Vague")
    answered(page)
    yield "chat"
    page.get_by_role("button", name="Conversations").click()
    expect(page.get_by_role("menu")).to_be_visible()
    yield "conversations"
    page.keyboard.press("Escape")


def sign_in_page(page: Page, server: Server) -> Iterator[str]:
    page.context.clear_cookies()
    page.goto(f"{server.url}/signin")
    expect(page.get_by_label("Sign-in link or token")).to_be_visible()
    yield "sign-in"


@pytest.mark.parametrize(("scheme", "width"), SCREENS)
def test_axe_finds_nothing(page: Page, tested: Server, scheme: Scheme, width: int) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{tested.url}/signin#token={TOKEN}")
    expect(page.get_by_role("heading", name="Acceptance tests", level=1)).to_be_visible()
    walks: tuple[Callable[[Page, Server], Iterator[str]], ...] = (screens_of, chat_of, sign_in_page)
    found: dict[str, Any] = {}
    for walk in walks:
        for name in walk(page, tested):
            assert page.locator("html").get_attribute("data-mantine-color-scheme") == scheme
            found[name] = [*axe(page), *([f"overflow {over}"] if (over := page.evaluate(OVERFLOW)) > 0 else [])]
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_bars_show_nothing_of_none_and_the_bound_of_one_and_of_two_hundred(page: Page, tested: Server) -> None:
    sign_in(page, tested)
    expected = {
        "Never ran": ("no result", "0%"),
        "Ran once": ("≥ 20 %, 1 of 1", "20%"),
        "Ran often": (f"≥ 98 %, {MOST} of {MOST}", "98%"),
    }
    for name, (text, width) in expected.items():
        row = page.get_by_role("listitem", name=name, exact=True)
        expect(row.locator(".bound-text")).to_have_text(text)
        assert row.locator(".bound-fill").get_attribute("style") == f"width: {width};"


def test_the_page_works_by_keyboard(page: Page, shared: Server) -> None:
    before = {test["id"] for test in shared.tests()}
    new_talk(page, shared)
    page.locator("body").click(position={"x": 1, "y": 1})
    for _ in range(20):
        page.keyboard.press("Tab")
        if composer(page).evaluate("field => field === document.activeElement"):
            break
    expect(composer(page)).to_be_focused()
    page.keyboard.type("The agent must call compare_invoice. The user asks about invoice INV-1003.")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("It must name a clause.")
    expect(composer(page)).to_have_value(re.compile("^The agent must .* INV-1003[.]\nIt must name a clause[.]$"))
    page.keyboard.press("Enter")
    expect(page.locator(".said-user")).to_contain_text("It must name a clause.")
    answered(page)
    expect(page.locator(".turn").last).to_contain_text("I drafted")
    [test] = [test for test in shared.tests() if test["id"] not in before]

    actions = page.get_by_role("button", name=f"Actions for {test['name']}", exact=True)
    actions.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Accept").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Accept “")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("link", name=test["name"], exact=True).focus()
    page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog", name=test["name"])
    expect(drawer).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    assert shared.api("GET", f"/api/tests/{test['id']}")["state"] == "draft"
