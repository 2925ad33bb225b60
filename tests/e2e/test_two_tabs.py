"""Two tabs edit the same draft: nobody overwrites the other unseen."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import axe, sign_in
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e


def drafted(server: Server) -> tuple[str, str]:
    name = f"Two write it {uuid4().hex[:6]}"
    criteria = [{"kind": "invokesTool", "tool": "compare_invoice"}]
    situation = {"messages": [{"role": "user", "text": "Please check INV-1003."}]}
    return name, server.draft(name=name, situation=situation, criteria=criteria)


def edit(page: Page, server: Server, test: str) -> None:
    page.goto(f"{server.url}/?agent={AGENT}&test={test}")
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.get_by_role("button", name="Add a criterion")).to_be_visible()


def save_as(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("button", name="Save draft").click()


def test_the_second_to_save_is_told_and_says_which_of_the_two_stays(
    page: Page, shared: Server, refusals: set[int]
) -> None:
    refusals.add(409)
    name, test = drafted(shared)
    sign_in(page, shared)
    other = page.context.new_page()
    for tab in (page, other):
        edit(tab, shared, test)
    save_as(page, f"{name} A")
    expect(page.get_by_role("textbox", name="Name")).to_have_count(0)

    save_as(other, f"{name} B")
    told = other.get_by_role("alert").filter(has_text="this draft was changed meanwhile")
    expect(told).to_be_visible()
    assert axe(other) == []
    assert shared.api("GET", f"/api/tests/{test}")["name"] == f"{name} A"
    expect(other.get_by_role("textbox", name="Name")).to_have_value(f"{name} B")
    told.get_by_role("button", name="Give up mine and show theirs").click()
    expect(other.get_by_role("textbox", name="Name")).to_have_value(f"{name} A")

    shared.api("PUT", f"/api/tests/{test}", json=body_of(shared, test) | {"name": f"{name} C"})
    save_as(other, f"{name} D")
    told.get_by_role("button", name="Save mine over theirs").click()
    expect(other.get_by_role("textbox", name="Name")).to_have_count(0)
    assert shared.api("GET", f"/api/tests/{test}")["name"] == f"{name} D"
    other.close()


def body_of(server: Server, test: str) -> dict[str, object]:
    view = server.api("GET", f"/api/tests/{test}")
    return {part: view[part] for part in ("name", "situation", "criteria", "runs")}
