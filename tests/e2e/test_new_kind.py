"""A kind of criterion that is one more file appears everywhere: validation, OpenAPI, the API, the chat, the page."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import optimize
from tests.e2e.browser import sign_in
from tests.e2e.server import AGENT, Server

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
KIND = "answerHasAtMostWords"
MEANING = "The final answer has at most 12 words."
CATALOGUE = """
import asyncio, json
from optimize.tools import TOOLS
described = TOOLS["describe_criteria"]
told = asyncio.run(described.run(None, described.arguments()))
print(json.dumps([TOOLS["draft_test"].arguments.model_json_schema(), told.data]))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The product as it is, and in it the criterion that the README shows."""
    code = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    [source] = [block for block in code if "CodeCriterion" in block]
    root = tmp_path_factory.mktemp("package")
    ignored = shutil.ignore_patterns("__pycache__", ".mypy_cache")
    shutil.copytree(Path(optimize.__file__).parent, root / "optimize", ignore=ignored)
    (root / "optimize/domain/criteria/answer_has_at_most_words.py").write_text(source)
    return root


@pytest.fixture(scope="module")
def extended(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that runs from that copy, with the page and the prompts of the repository."""
    server = Server(
        tmp_path_factory.mktemp("extended") / "data",
        PYTHONPATH=str(package),
        OPTIMIZE_WEB_DIST=str(ROOT / "web" / "dist"),
        OPTIMIZE_PROMPTS=str(ROOT / "prompts"),
    )
    server.start()
    yield server
    server.stop()


def test_the_api_knows_it(extended: Server) -> None:
    kinds = {kind["kind"]: kind for kind in extended.api("GET", "/api/criteria")["items"]}
    assert kinds[KIND]["parameters"]["properties"]["words"]["maximum"] == 10_000
    assert KIND in json.dumps(extended.api("GET", "/api/openapi.json"))
    wrong = {"name": "n", "situation": {"messages": [{"text": "Hi"}]}, "criteria": [{"kind": KIND, "words": 0}]}
    refusal = extended.answer("POST", f"/api/agents/{AGENT}/tests", json=wrong)
    assert (refusal.status_code, refusal.json()["field"]) == (422, "criteria.0.words")


def test_the_assistant_knows_it(package: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(package)}
    command = [sys.executable, "-c", CATALOGUE]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    schema, described = json.loads(told)
    assert schema["$defs"]["AnswerHasAtMostWords"]["properties"]["words"]["maximum"] == 10_000
    assert KIND in schema["properties"]["criteria"]["items"]["discriminator"]["mapping"]
    [one] = [criterion for criterion in described["criteria"] if criterion["kind"] == KIND]
    assert (one["checked_by"], one["title"]) == ("code", "The answer is short")


def test_the_form_offers_it_and_saves_a_draft(page: Page, extended: Server) -> None:
    sign_in(page, extended)
    page.goto(f"{extended.url}/?agent={AGENT}")
    page.get_by_role("button", name="New draft", exact=True).click()
    form = page.get_by_role("dialog", name="New draft")
    form.get_by_role("textbox", name="Name").first.fill("Short answers")
    form.get_by_role("textbox", name="Message 1").fill("Please handle the exception on invoice INV-1003.")
    form.get_by_role("button", name="Add a criterion").click()
    page.get_by_role("menuitem", name=re.compile(KIND)).click()
    form.get_by_role("textbox", name="Words").fill("12")
    form.get_by_role("button", name="Save draft").click()
    expect(page.get_by_role("dialog", name="Short answers")).to_contain_text(MEANING)
    [saved] = [test for test in extended.tests("draft") if test["name"] == "Short answers"]
    assert [(one["kind"], one["words"]) for one in saved["criteria"]] == [(KIND, 12)]
