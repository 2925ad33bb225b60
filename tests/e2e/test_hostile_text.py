"""bug-15: whatever an agent, a test or a person says is shown as text; nothing of it runs, nothing of it is loaded."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.browser import ask, sign_in
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

ATTACKS = (
    '<img src=x onerror="window.hacked=1">',
    "<svg/onload=window.hacked=1>",
    "[x](javascript:window.hacked=1)",
    "![i](http://attacker.example/i.png)",
    '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
)
HOSTILE = " ".join(ATTACKS)
NAME = " ".join(ATTACKS[:3])
ALIVE = "iframe, [onerror], [onload], main script, nav script, a[href^='javascript'], img[src^='http'], img[src='x']"
AGENT = "attacked"
DEFINITION = {
    "kind": "agent/1",
    "name": AGENT,
    "description": HOSTILE,
    "model": {"ref": "offline:rules"},
    "prompt": [{"part": "role", "text": HOSTILE}],
    "knowledge": {HOSTILE: HOSTILE},
    "tools": [
        {
            "name": "look_up",
            "description": HOSTILE,
            "effect": "read",
            "parameters": {"type": "object", "properties": {}},
            "from": {"sample": {"said": HOSTILE}},
        }
    ],
}
TEST = {
    "name": NAME,
    "situation": {"messages": [{"role": "user", "text": f"Please look up what is said. {HOSTILE}"}]},
    "criteria": [{"kind": "answerContains", "texts": [HOSTILE]}, {"kind": "satisfiesAssertion", "assertion": HOSTILE}],
    "expected_behaviors": [],
    "runs": 5,
    "attributes": {"note": HOSTILE},
}


def shown(page: Page, text: str = HOSTILE) -> None:
    """It stands on the page as it was written, and none of it has come alive."""
    expect(page.get_by_text(text).first).to_be_visible()
    harmless(page)


def harmless(page: Page) -> None:
    page.wait_for_timeout(100)
    assert page.locator(ALIVE).evaluate_all("found => found.map((e) => e.outerHTML)") == []
    assert page.evaluate("() => window.hacked") is None


def test_bug_15_nothing_that_is_said_comes_alive(page: Page, shared: Server) -> None:
    hosts: set[str | None] = set()

    def note(request: Request) -> None:
        hosts.add(urlsplit(request.url).hostname)

    page.context.on("request", note)
    shared.api("POST", "/api/agents", json=DEFINITION)
    test = shared.api("POST", f"/api/agents/{AGENT}/tests", json=TEST)["id"]
    batch = shared.finished(shared.api("POST", f"/api/tests/{test}/dry-run", json={})["id"])
    run = shared.runs(batch["id"], AGENT)[0]["id"]
    assert HOSTILE in str(shared.api("GET", f"/api/runs/{run}")["transcript"]["events"][-1])

    sign_in(page, shared)
    here = f"{shared.url}/?agent={AGENT}"
    page.goto(here)
    shown(page, NAME)
    page.goto(f"{here}&test={test}")
    shown(page)
    expect(page.get_by_role("dialog").get_by_text(f"The answer contains “{ATTACKS[0]}").first).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Accept").click()
    accept = page.get_by_role("dialog", name="Accept “")
    expect(accept.get_by_text(HOSTILE).first).to_be_visible()
    harmless(page)
    accept.get_by_role("button", name="Accept").click()
    expect(accept).to_have_count(0)
    shared.api("POST", f"/api/tests/{test}/retire", json={"reason": HOSTILE})
    page.goto(here)
    shown(page, f"Retired: {HOSTILE}")
    for address in (f"{here}&tab=runs", f"{here}&tab=runs&batch={batch['id']}"):
        page.goto(address)
        shown(page, NAME)
    page.goto(f"{here}&tab=runs&run={run}")
    shown(page, f"look_up returned said: {HOSTILE}")
    page.goto(f"{here}&tab=agent")
    shown(page)

    ask(page, HOSTILE)
    shown(page)
    ask(page, f'The answer must contain "{ATTACKS[0]}". The user asks about {ATTACKS[3]} and {ATTACKS[2]}')
    harmless(page)
    ask(page, f"Why did {NAME} fail?")
    page.reload()
    expect(page.locator(".said-user")).to_have_count(3)
    harmless(page)
    page.get_by_role("button", name="Conversations").click()
    expect(page.get_by_role("menuitem", name=re.compile("img src=x"))).to_be_visible()
    harmless(page)
    assert hosts == {"127.0.0.1"}
