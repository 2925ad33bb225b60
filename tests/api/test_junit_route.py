"""The same report over the API: its counts are those of the page (bug-14)."""

import time
from typing import Any
from xml.etree import ElementTree as ET

import httpx

from tests.api.served import AGENT

NAME = "case <b>&\"' ]]> 😀 \x1b[31m"
SITUATION = {"messages": [{"role": "user", "text": "Please handle the exception on invoice INV-1003."}]}
CRITERIA = [{"kind": "answerContains", "texts": ["\x1b[31m]]>"]}, {"kind": "invokesTool", "tool": "compare_invoice"}]


def finished(admin: httpx.Client, batch: str) -> dict[str, Any]:
    for _ in range(300):
        view: dict[str, Any] = admin.get(f"/api/batches/{batch}").json()
        if view["state"] == "finished":
            return view
        time.sleep(0.1)
    raise TimeoutError(batch)


def test_bug_14_the_report_of_a_batch_counts_what_the_page_counts(admin: httpx.Client) -> None:
    answer = admin.post(
        f"/api/agents/{AGENT}/tests",
        content=b'{"name": "half \\ud83d", "situation": {}, "criteria": []}',
        headers={"Content-Type": "application/json"},
    )
    assert (answer.status_code, answer.json()["error"]) == (422, "bad_json")
    draft = {"name": NAME, "situation": SITUATION, "criteria": CRITERIA, "runs": 2}
    test = admin.post(f"/api/agents/{AGENT}/tests", json=draft).json()["id"]
    batch = finished(admin, admin.post(f"/api/tests/{test}/dry-run", json={}).json()["id"])
    response = admin.get(f"/api/batches/{batch['id']}/junit.xml")
    assert response.headers["content-type"] == "application/xml"
    suite = ET.fromstring(response.content)[0]
    assert [case.get("name") for case in suite.findall("testcase")] == [NAME.replace("\x1b", "⟦U+001B⟧")]
    verdicts = [test["verdict"] for test in batch["tests"]]
    assert suite.get("tests") == str(len(verdicts))
    assert suite.get("failures") == str(verdicts.count("failed")) == "1"
    told = {entry.get("name"): entry.get("value") for entry in suite.findall("properties/property")}
    assert {name: told[f"runs.{name}"] for name in batch["counts"]} == {
        name: str(count) for name, count in batch["counts"].items()
    }
    assert "⟦U+001B⟧[31m]]>" in str(suite.find("testcase/failure").get("message"))  # type: ignore[union-attr]


def test_a_batch_that_is_not_there(admin: httpx.Client) -> None:
    assert admin.get("/api/batches/none/junit.xml").json()["error"] == "no_such_batch"
