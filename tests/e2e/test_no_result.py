"""bug-13: where nothing could be counted, every screen says "no result", never a share of nothing."""

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import ask, sign_in
from tests.e2e.server import AGENT, Server, free_port

pytestmark = pytest.mark.e2e

SHARE_OF_NOTHING = re.compile(r"NaN|Infinity|undefined|(?<!\d)(?:0|100) ?%")


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is to ask for models where nobody serves any."""
    nobody = f"http://127.0.0.1:{free_port()}/v1"
    server = Server(tmp_path_factory.mktemp("cut off") / "data", OPENAI_BASE_URL=nobody, OPENAI_API_KEY="any")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def dead(cut_off: Server) -> str:
    """An agent whose model never answers."""
    name = f"dead-{uuid4().hex}"
    cut_off.api("POST", "/api/agents", json={"kind": "agent/1", "name": name, "model": {"ref": "openai:gone"}})
    return name


def accepted_test(server: Server, agent: str, runs: int) -> str:
    body = {
        "name": "Greets",
        "situation": {"messages": [{"role": "user", "text": "Hello."}]},
        "criteria": [{"kind": "answerContains", "texts": ["Hello"]}],
        "runs": runs,
    }
    test = str(server.api("POST", f"/api/agents/{agent}/tests", json=body)["id"])
    server.api("POST", f"/api/tests/{test}/accept")
    return test


def run_all(server: Server, agent: str) -> str:
    return str(server.api("POST", f"/api/agents/{agent}/batches", json={"kind": "run_all"})["id"])


def shows_no_share(page: Page) -> None:
    assert SHARE_OF_NOTHING.findall(page.locator("body").inner_text()) == []
    labels = page.locator("[aria-label]").evaluate_all("found => found.map((e) => e.getAttribute('aria-label'))")
    assert [label for label in labels if SHARE_OF_NOTHING.search(label)] == []


def test_run_all_without_an_accepted_test_is_refused(page: Page, cut_off: Server) -> None:
    refusal = cut_off.answer("POST", f"/api/agents/{AGENT}/batches", json={"kind": "run_all"})
    assert (refusal.status_code, refusal.json()["error"]) == (409, "nothing_to_run")
    sign_in(page, cut_off)
    expect(page.get_by_text("No acceptance test yet")).to_be_visible()
    expect(page.get_by_role("button", name="Run all", exact=True)).to_be_disabled()
    assert "no accepted tests" in ask(page, "Run all")
    shows_no_share(page)


def test_a_batch_in_which_nothing_could_run_has_no_result(page: Page, cut_off: Server, dead: str) -> None:
    test = accepted_test(cut_off, dead, 3)
    batch = cut_off.finished(run_all(cut_off, dead))
    assert batch["verdict"] == "no_result"
    assert batch["counts"]["could_not_run"] == batch["counts"]["planned"] == 3
    [result] = batch["tests"][0]["criteria"]
    assert (result["n"], result["lower"], result["verdict"]) == (0, None, "no_result")
    assert cut_off.api("GET", f"/api/tests/{test}/trend")["items"] == []

    sign_in(page, cut_off)
    page.goto(f"{cut_off.url}/?agent={dead}")
    expect(page.get_by_role("listitem", name="Greets")).to_contain_text("no result")
    expect(page.get_by_role("listitem", name="Greets")).to_contain_text("did not answer")
    shows_no_share(page)
    page.goto(f"{cut_off.url}/?agent={dead}&test={test}")
    expect(page.get_by_role("dialog", name="Greets")).to_contain_text("No result")
    expect(page.get_by_role("dialog", name="Greets")).to_contain_text("did not answer")
    shows_no_share(page)
    page.goto(f"{cut_off.url}/?agent={dead}&tab=runs&batch={batch['id']}")
    expect(page.get_by_role("region", name="Batch")).to_contain_text("No result")
    expect(page.get_by_role("region", name="Batch")).to_contain_text("did not answer")
    expect(page.get_by_role("table", name="Runs")).to_contain_text("did not answer")
    shows_no_share(page)
    page.get_by_role("table", name="Runs").get_by_role("link", name="Greets").first.click()
    expect(page.get_by_text("No criterion was decided.")).to_be_visible()
    shows_no_share(page)
    why = ask(page, "why did it fail?")
    assert "did not answer" in why
    shows_no_share(page)


def test_a_batch_cancelled_before_any_run_has_no_result(page: Page, cut_off: Server, dead: str) -> None:
    accepted_test(cut_off, dead, 200)
    batch = run_all(cut_off, dead)
    view = cut_off.api("POST", f"/api/batches/{batch}/cancel")
    assert (view["state"], view["verdict"]) == ("cancelled", "no_result")
    assert view["counts"]["passed"] == view["counts"]["failed"] == 0
    sign_in(page, cut_off)
    page.goto(f"{cut_off.url}/?agent={dead}&tab=runs&batch={batch}")
    summary = page.get_by_role("region", name="Batch")
    expect(summary).to_contain_text("No result")
    expect(summary).to_contain_text("cancelled")
    shows_no_share(page)
    page.goto(f"{cut_off.url}/?agent={dead}")
    expect(page.get_by_role("listitem", name="Greets")).to_contain_text("no result")
    shows_no_share(page)
