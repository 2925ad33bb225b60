"""A reason longer than its place in the talk is shown whole on request; a place is named as its link names it."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import ask, axe, new_talk
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

CRITERIA = [
    {"kind": "invokesTool", "tool": "compare_invoice", "before": "register_supplier_query"},
    {"kind": "toolParametersContain", "tool": "register_supplier_query", "anywhere": ["74.88"]},
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_proof_of_a_dry_run_is_shown_whole(page: Page, shared: Server, scheme: str) -> None:
    name = f"proof {uuid4().hex[:6]}"
    situation = {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]}
    test = shared.draft(name=name, situation=situation, criteria=CRITERIA)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    new_talk(page, shared)
    ask(page, f"dry-run {name}")
    result = page.get_by_role("listitem", name=f"Result of {name}")
    proof = result.get_by_text("had “74.88” somewhere in the arguments")
    more = result.get_by_role("button", name="Show all of it")
    expect(more).to_have_count(1)
    end = proof.evaluate("text => text.getBoundingClientRect().bottom")
    assert end > more.evaluate("button => button.getBoundingClientRect().top"), "nothing was cut"
    assert axe(page) == []

    more.click()
    less = result.get_by_role("button", name="Show less")
    expect(less).to_be_visible()
    expect(proof).to_contain_text(re.compile(r'"amount": 74\.88\}\.$'))
    end = proof.evaluate("text => text.getBoundingClientRect().bottom")
    assert end <= less.evaluate("button => button.getBoundingClientRect().top") + 1

    run = shared.runs(str(shared.api("GET", f"/api/tests/{test}")["latest"]["batch"]))[0]["id"]
    page.goto(f"{shared.url}/?agent={AGENT}&tab=runs&run={run}")
    verdict = page.get_by_role("list", name="Verdicts").get_by_role("listitem").filter(has_text="invokesTool")
    named = re.findall(r"event \d+", verdict.locator(".verbatim").inner_text())
    assert named == [text.strip() for text in verdict.get_by_role("button").all_inner_texts()]
