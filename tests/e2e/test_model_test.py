"""Whether a model answers, tried with one click."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import axe, sign_in
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e


@pytest.fixture
def judged(wire: str, tmp_path: Path) -> Iterator[Server]:
    """The judge is a model on the wire, the rest is built in."""
    server = Server(tmp_path / "data", OPTIMIZE_JUDGE_MODEL="openai:rules", OPENAI_BASE_URL=wire, OPENAI_API_KEY="any")
    server.start()
    yield server
    server.stop()


def test_a_model_is_tested_from_the_page(page: Page, judged: Server, wire: str) -> None:
    refusal = {"status": 401, "error_code": "invalid_api_key"}
    httpx.post(f"{wire.removesuffix('/v1')}/control", json=[{"reply": {"text": "ready"}}, refusal], trust_env=False)
    sign_in(page, judged)
    page.get_by_role("button", name="Models").click()
    row = page.get_by_role("listitem").filter(has_text="openai:rules")
    press = row.get_by_role("button", name="Test the model of the role Judge")
    press.click()
    expect(row.get_by_role("status")).to_contain_text("Answers (")
    press.click()
    expect(row.get_by_role("status")).to_contain_text("OPENAI_API_KEY")
    page.get_by_role("button", name="Test the model of the role Assistant").click()
    expect(page.get_by_text("Answers. It is built in: no call leaves this service.")).to_be_visible()
    assert axe(page) == []
