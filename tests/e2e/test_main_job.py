"""The main job, by typing and clicking: describe, dry-run, accept, run all, ask why, ask what it costs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.e2e.browser import MILLISECONDS, answered, ask, plain, send, sign_in
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

DESCRIPTION = (
    "When an invoice has an exception, the agent must call compare_invoice before it registers anything, and the "
    "supplier query must name the invoice and PO numbers"
)
QUERY = "register_supplier_query"
WATCH_BARS = """() => {
  window.barsSeen = [];
  const look = () => document.querySelectorAll("[role=progressbar]").forEach(
    (bar) => window.barsSeen.push(Number(bar.getAttribute("aria-valuenow"))));
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


@pytest.fixture(params=["offline:rules", "openai:rules"])
def product(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    model = request.param
    environment = {"OPTIMIZE_OFFLINE_PACE": "0.01"}
    if model != "offline:rules":
        address = request.getfixturevalue("wire")
        environment = {"OPTIMIZE_MODEL": model, "OPENAI_BASE_URL": address, "OPENAI_API_KEY": "any"}
    environment["OPTIMIZE_RUN_CONCURRENCY"] = "1"  # so that a batch takes long enough to be watched
    server = Server(tmp_path / "data", **environment)
    server.start()
    assert {role["model"] for role in server.api("GET", "/api/session")["models"]} == {model}
    yield server
    server.stop()


def criterion(test: dict[str, Any], kind: str) -> dict[str, Any]:
    [found] = [criterion for criterion in test["criteria"] if criterion["kind"] == kind]
    return dict(found)


def row(page: Page, name: str) -> Any:
    return page.get_by_role("listitem", name=name, exact=True)


def approve_if_asked(page: Page) -> None:
    """Spending at an unknown price needs a yes; at no price it does not."""
    answered(page)
    approve = page.get_by_role("button", name="Approve")
    if approve.count():
        expect(page.get_by_role("group", name="Approval")).to_contain_text("price unknown")
        approve.click()
        answered(page)


def batch_of(server: Server, kind: str) -> dict[str, Any]:
    batch = server.newest_batch()
    assert batch["kind"] == kind
    return server.finished(batch["id"])


def reasons_of(batch: dict[str, Any], outcome: str) -> list[str]:
    [test] = batch["tests"]
    return [r["text"] for result in test["criteria"] for r in result["reasons"] if r["outcome"] == outcome]


def shows_each_bound(page: Page, name: str, batch: dict[str, Any]) -> None:
    """The row of the test says, per criterion, the lower bound with its k of n, rounded down, and its verdict."""
    [test] = batch["tests"]
    for result in test["criteria"]:
        count = f"{result['k']} of {result['n']}, {result['verdict']}"
        bound = f"{result['kind']}: ≥ {int(result['lower'] * 100)} %, {count};"
        expect(row(page, name).locator(f'[role=img][aria-label^="{bound}"]')).to_be_visible(timeout=MILLISECONDS)


def progress_in(frames: list[str], batch: str) -> list[dict[str, Any]]:
    events = [json.loads(frame).get("event", {}) for frame in frames]
    told = [event["value"] for event in events if event.get("name") == "progress"]
    return [value for value in told if value["batch"] == batch]


def test_the_main_job(page: Page, product: Server) -> None:
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: frames.append(str(payload)))

    page.on("websocket", listen)
    sign_in(page, product)

    # Described in one's own words, it becomes one draft.
    ask(page, DESCRIPTION)
    [draft] = product.tests()
    name = draft["name"]
    assert draft["state"] == "draft"
    compares = criterion(draft, "invokesTool")
    assert (compares["tool"], compares["before"]) == ("compare_invoice", QUERY)
    names = criterion(draft, "toolParametersContain")
    assert names["tool"] == QUERY
    assert {"invoice", "purchase_order"} <= set(names["parameters"])
    assert len(draft["criteria"]) == 2
    [opening] = [message["text"] for message in draft["situation"]["messages"]]
    assert "INV-" in opening
    assert "must" not in opening
    assert "compare_invoice" not in opening
    expect(row(page, name)).to_contain_text("Draft")
    expect(row(page, name)).to_contain_text("invokesTool")
    expect(row(page, name)).to_contain_text("toolParametersContain")
    expect(row(page, name)).to_contain_text("no result")

    ask(page, "make it 20 runs")
    [draft] = product.tests()
    assert draft["runs"] == 20

    # A dry run shows the reasons.
    send(page, "dry-run it")
    approve_if_asked(page)
    dry = batch_of(product, "dry_run")
    assert dry["exploratory_reason"]
    assert reasons_of(dry, "failed") == []
    row(page, name).get_by_role("link", name=name).click()
    details = page.get_by_role("dialog", name=name)
    for reason in reasons_of(dry, "passed"):
        expect(details).to_contain_text(reason, timeout=MILLISECONDS)
    page.keyboard.press("Escape")
    expect(details).to_have_count(0)

    # Accepting asks first, then freezes.
    send(page, "accept it")
    answered(page)
    card = page.get_by_role("group", name="Approval").last
    expect(card).to_contain_text(name)
    expect(card).to_contain_text(opening)
    assert [test["state"] for test in product.tests()] == ["draft"]
    card.get_by_role("button", name="Approve").click()
    expect(row(page, name)).to_contain_text("Accepted", timeout=MILLISECONDS)
    answered(page)
    [accepted] = product.tests()
    assert accepted["state"] == "accepted"
    body = {key: accepted[key] for key in ("name", "situation", "criteria", "runs")}
    refusal = product.answer("PUT", f"/api/tests/{accepted['id']}", json=body)
    assert refusal.status_code == 409, refusal.text
    assert product.tests() == [accepted]

    # Run all, said in the chat: live progress, then a verdict per criterion.
    page.evaluate(WATCH_BARS)
    send(page, "Run all")
    approve_if_asked(page)
    careful = batch_of(product, "run_all")
    assert careful["verdict"] == "passed"
    expect(row(page, name)).to_contain_text("Passed", timeout=MILLISECONDS)
    shows_each_bound(page, name, careful)
    told = progress_in(frames, careful["id"])
    assert [value["state"] for value in told].count("finished") == 1
    assert told[-1]["done"] == 20
    bars = page.evaluate("() => window.barsSeen")
    assert 20 in bars
    assert any(0 < done < 20 for done in bars), bars

    # Another version goes live; Run all by its button.
    product.activate("hasty")
    page.get_by_role("button", name="Run all", exact=True).click()
    dialog = page.get_by_role("dialog", name="Run all accepted tests?")
    expect(dialog).to_contain_text("20 runs")
    dialog.get_by_role("button", name="Start").click()
    expect(row(page, name)).to_contain_text("Failed", timeout=MILLISECONDS)
    hasty = batch_of(product, "run_all")
    assert hasty["id"] != careful["id"]
    assert hasty["verdict"] == "failed"
    shows_each_bound(page, name, hasty)

    # Why, in the recorded words.
    why = plain(ask(page, "why did it fail?"))
    recorded = reasons_of(hasty, "failed")
    assert any(f"after {QUERY}" in reason for reason in recorded)
    assert any("purchase_order" in reason for reason in recorded)
    for reason in recorded:
        assert plain(reason) in why

    # What it costs: calls, and money or that nobody knows.
    cost = plain(ask(page, "what would Run all cost?"))
    estimate = product.api("POST", f"/api/agents/{AGENT}/estimate", json={"kind": "run_all"})
    assert plain(estimate["sentence"]) in cost
    assert "model calls" in cost
    assert ("price unknown" if estimate["price_unknown"] else "free") in cost
