"""The Experiments tab: what was changed, what came of it, and how the first one is started."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import axe, composer, sign_in
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

EMPTY = "nothing-compared-yet"
Scheme = Literal["light", "dark"]
SCREENS: tuple[tuple[Scheme, int], ...] = (("light", 1440), ("dark", 1440), ("light", 390), ("dark", 390))
OVERFLOW = "() => document.documentElement.scrollWidth - window.innerWidth"
TOPS = "() => [...document.querySelectorAll('[role=tab]')].map((tab) => tab.offsetTop)"
BODY: dict[str, Any] = {
    "name": "Compares first",
    "situation": {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]},
    "criteria": [{"kind": "invokesTool", "tool": "compare_invoice", "before": "register_supplier_query"}],
}


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An agent with a finished experiment, and one without any."""
    server = Server(tmp_path_factory.mktemp("experiments") / "data")
    server.start()
    server.api("POST", "/api/agents", json={"kind": "agent/1", "name": EMPTY, "model": {"ref": "offline:rules"}})
    server.accepted(**BODY)
    order = {"change": {"version": "hasty"}, "runs": 6}
    made = server.api("POST", f"/api/agents/{AGENT}/experiments", json=order)
    for side in ("current", "changed"):
        server.finished(made[side]["batch"])
    yield server
    server.stop()


@pytest.mark.parametrize(("scheme", "width"), SCREENS)
def test_a_finished_experiment_shows_its_verdict(page: Page, compared: Server, scheme: Scheme, width: int) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    sign_in(page, compared)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{compared.url}/?agent={AGENT}")
    page.get_by_role("tab", name="Experiments").click()
    card = page.get_by_role("region", name="Version 2 (hasty)")
    row = card.get_by_role("list", name="Criteria of Compares first").get_by_role("listitem")
    expect(row).to_contain_text("Regressed")
    expect(row).to_contain_text("6 of 6 → 0 of 6")
    expect(row).to_contain_text("percentage points (95 % confidence)")
    assert page.evaluate(OVERFLOW) <= 0
    assert len(set(page.evaluate(TOPS))) == 1
    assert axe(page) == []
    card.get_by_role("link", name="Runs of the changed setup").click()
    expect(page.get_by_role("table", name="Runs").get_by_role("row")).to_have_count(7)


@pytest.mark.parametrize(("scheme", "width"), SCREENS)
def test_the_first_one_is_started_in_the_chat(page: Page, compared: Server, scheme: Scheme, width: int) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    sign_in(page, compared)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{compared.url}/?agent={EMPTY}&tab=experiments")
    expect(page.get_by_text("No experiment yet")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
    assert axe(page) == []
    page.get_by_role("button", name="Start one in the chat").click()
    expect(composer(page)).to_be_focused()
    expect(composer(page)).to_have_value("Run an experiment with version ")
