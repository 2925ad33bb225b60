"""How good the agent is, since when and by how many runs, and the daily run that keeps it fresh."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import composer, sign_in
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

BODY: dict[str, Any] = {
    "name": "Compares first",
    "situation": {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]},
    "criteria": [
        {"kind": "invokesTool", "tool": "compare_invoice"},
        {"kind": "invokesTool", "tool": "compare_invoice", "before": "register_supplier_query"},
    ],
    "runs": 5,
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two versions were live, one after the other: the careful one passed, the hasty one did not."""
    server = Server(tmp_path_factory.mktemp("health") / "data")
    server.start()
    server.accepted(**BODY)
    server.finished(server.start_run_all())
    server.activate("hasty")
    server.finished(server.start_run_all())
    yield server
    server.stop()


@pytest.fixture
def signed_in(page: Page, judged: Server) -> Page:
    sign_in(page, judged)
    return page


def test_health_is_told_at_a_glance_and_each_point_by_keyboard(signed_in: Page, judged: Server) -> None:
    page = signed_in
    page.get_by_role("tab", name="Health").click()
    for said in ("0 of 1", "1 failing", "≥ 0 %", "0 passed, 5 failed", "version 2 (hasty)"):
        expect(page.locator(".glance")).to_contain_text(said)
    chart = page.get_by_role("slider", name="Official batch")
    chart.press("ArrowLeft")
    expect(page.locator(".trend-told")).to_contain_text("version 1≥ 56 %: 5 of 5 runs passed, 1 test")
    chart.press("End")
    expect(page.locator(".trend-told")).to_contain_text("Before that: version 2 (hasty) went live.")
    page.get_by_role("link", name="Show the runs").click()
    expect(page.get_by_role("region", name="Batch")).to_be_visible()


def test_a_batch_tells_its_criteria_of_one_kind_apart(signed_in: Page, judged: Server) -> None:
    page = signed_in
    page.goto(f"{judged.url}/?agent={AGENT}&tab=runs&batch={judged.newest_batch()['id']}")
    criteria = page.get_by_role("list", name="Criteria of Compares first").get_by_role("listitem")
    expect(criteria.nth(0)).to_contain_text("invokesTool The agent calls compare_invoice.")
    expect(criteria.nth(1)).to_contain_text("before register_supplier_query")


def test_the_schedule_is_set_turned_off_and_on_again(signed_in: Page, judged: Server) -> None:
    page = signed_in
    # Just over, so that it does not come due meanwhile.
    at = (datetime.now(UTC) - timedelta(minutes=2)).strftime("%H:%M")
    page.goto(f"{judged.url}/?agent={AGENT}&tab=schedule")
    page.get_by_role("button", name="Set a daily run").click()
    dialog = page.get_by_role("dialog", name="Run the accepted tests every day?")
    expect(dialog).to_contain_text("5 runs")
    dialog.get_by_label("Time of day, in UTC").fill(at)
    dialog.get_by_role("button", name="Run daily").click()
    expect(page.get_by_role("heading", name=f"Every day at {at} UTC")).to_be_visible()
    expect(page.get_by_text(f"{at} UTC, in 23 h")).to_be_visible()
    page.get_by_role("button", name="Turn off").press("Enter")
    asked = page.get_by_role("dialog", name="Turn the daily run off?")
    asked.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("button", name="Turn off")).to_be_focused()
    page.get_by_role("button", name="Turn off").press("Enter")
    asked.get_by_role("button", name="Turn off").press("Enter")
    expect(page.get_by_text("It is off: nothing runs by itself.")).to_be_visible()
    assert judged.api("GET", f"/api/agents/{AGENT}/schedule")["enabled"] is False
    page.get_by_role("button", name="Turn on again").click()
    dialog.get_by_role("button", name="Run daily").click()
    expect(page.get_by_role("button", name="Turn off")).to_be_visible()
    assert judged.api("GET", f"/api/agents/{AGENT}/schedule")["at"] == at
    judged.api("PUT", f"/api/agents/{AGENT}/schedule", json={"at": at, "enabled": False})


def test_the_next_step_is_put_into_the_chat(signed_in: Page, judged: Server) -> None:
    page = signed_in
    name = "never-run-desk"
    judged.api("POST", "/api/agents", json={"kind": "agent/1", "name": name, "model": {"ref": "offline:rules"}})
    page.goto(f"{judged.url}/?agent={name}&tab=schedule")
    page.get_by_role("button", name="Ask for it in the chat").click()
    expect(composer(page)).to_have_value("Run all accepted tests every day at 06:00")
    expect(composer(page)).to_be_focused()
