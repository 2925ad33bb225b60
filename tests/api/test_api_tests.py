"""Acceptance tests and their runs over HTTP, from the draft to the verdict."""

import time
from datetime import datetime
from typing import Any

import httpx
import pytest

from optimize.domain.actor import Role
from tests.api.served import AGENT, Served

PATH = f"/api/agents/{AGENT}/tests"
_SECONDS = 30


def _body(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "name": name,
        "situation": {"messages": [{"text": "Please handle the exception on invoice INV-1003."}]},
        "criteria": [{"kind": "invokesTool", "tool": "compare_invoice"}],
    } | changes


def _drafted(client: httpx.Client, name: str, **changes: Any) -> str:
    answer = client.post(PATH, json=_body(name, **changes))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def _finished(client: httpx.Client, batch: str) -> dict[str, Any]:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        view: dict[str, Any] = client.get(f"/api/batches/{batch}").json()
        if view["state"] in ("finished", "cancelled"):
            return view
        time.sleep(0.1)
    raise AssertionError(f"batch {batch} did not finish")


def test_a_draft_is_written_revised_and_discarded(admin: httpx.Client) -> None:
    test = _drafted(admin, "First try")
    view = admin.get(f"/api/tests/{test}").json()
    assert (view["state"], view["runs"], view["setting"][0]) == ("draft", 1, "The one run must pass.")
    revised = admin.put(f"/api/tests/{test}", json=_body("Second try", runs=3)).json()
    assert (revised["name"], revised["runs"]) == ("Second try", 3)
    assert admin.delete(f"/api/tests/{test}").status_code == 204
    gone = admin.get(f"/api/tests/{test}")
    assert (gone.status_code, gone.json()["error"]) == (404, "no_such_test")


def test_two_who_edit_one_draft_do_not_overwrite_each_other(admin: httpx.Client) -> None:
    made = admin.post(PATH, json=_body("Both edit")).json()
    path = f"/api/tests/{made['id']}"
    tag = admin.get(path).headers["ETag"]
    assert tag == f'"{made["revision"]}"'
    first = admin.put(path, json=_body("First"), headers={"If-Match": tag})
    assert first.status_code == 200
    second = admin.put(path, json=_body("Second"), headers={"If-Match": tag})
    assert (second.status_code, second.json()["error"]) == (409, "changed")
    assert second.json()["revision"] == first.json()["revision"] == first.headers["ETag"].strip('"')
    assert admin.post(f"{path}/accept", headers={"If-Match": tag}).json()["error"] == "changed"
    for wanted in (f"W/{first.headers['ETag']}", "*"):
        assert admin.put(path, json=_body("First"), headers={"If-Match": wanted}).status_code == 200
    assert admin.put(path, json=_body("Third")).json()["name"] == "Third"
    assert admin.delete(path).status_code == 204


def test_a_draft_sent_again_under_its_key_is_that_draft(admin: httpx.Client) -> None:
    key = {"Idempotency-Key": "draft-1"}
    first = admin.post(PATH, json=_body("Once"), headers=key).json()
    assert admin.post(PATH, json=_body("Once"), headers=key).json()["id"] == first["id"]
    assert admin.post(PATH, json=_body("Twice"), headers=key).json()["error"] == "key_reused"
    listed = admin.get(PATH, params={"limit": 200}).json()["items"]
    assert [test["name"] for test in listed].count("Once") == 1


def test_a_dry_run_ends_in_a_verdict_with_a_reason(admin: httpx.Client) -> None:
    test = _drafted(admin, "Compares")
    started = admin.post(f"/api/tests/{test}/dry-run", json={"runs": 2})
    assert started.status_code == 202, started.text
    batch = _finished(admin, started.json()["id"])
    assert (batch["kind"], batch["counts"]["planned"], batch["exploratory_reason"]) == ("dry_run", 2, "dry run")
    runs = admin.get(f"/api/agents/{AGENT}/runs", params={"batch": batch["id"]}).json()["items"]
    assert [run["n"] for run in runs] == [2, 1]
    run = admin.get(f"/api/runs/{runs[0]['id']}").json()
    assert run["verdicts"][0]["reason"]
    assert run["transcript"]["events"]
    listed = admin.get(f"/api/agents/{AGENT}/batches", params={"limit": 1}).json()
    assert listed["items"][0]["id"] == batch["id"]


def test_the_life_of_a_test(admin: httpx.Client) -> None:
    test = _drafted(admin, "Lives")
    assert admin.post(f"/api/tests/{test}/accept").json()["state"] == "accepted"
    frozen = admin.put(f"/api/tests/{test}", json=_body("Changed"))
    assert (frozen.status_code, frozen.json()["error"]) == (409, "not_a_draft")
    started = admin.post(f"/api/agents/{AGENT}/batches", json={"kind": "run", "tests": [test]})
    batch = _finished(admin, started.json()["id"])
    assert batch["exploratory_reason"] is None
    [point] = admin.get(f"/api/tests/{test}/trend").json()["items"]
    assert point["batch"] == batch["id"]
    amended = admin.post(f"/api/tests/{test}/amend", json={"test": _body("Lives on"), "reason": "clearer name"})
    assert (amended.status_code, amended.json()["replaces"]) == (201, test)
    new = amended.json()["id"]
    retired = admin.post(f"/api/tests/{new}/retire", json={"reason": "no longer needed"}).json()
    assert (retired["state"], retired["retired_reason"]) == ("retired", "no longer needed")


def test_tests_are_filtered_by_attribute_sorted_and_paged(admin: httpx.Client) -> None:
    for name, attributes in [
        ("attr b", {"group": "x", "rank": 10, "trip": {"to": "Rome"}}),
        ("attr a", {"group": "x", "rank": 9, "trip": {"to": "Oslo"}}),
        ("attr c", {"group": "x", "urgent": True}),
    ]:
        _drafted(admin, name, attributes=attributes)

    def names(*given: tuple[str, str]) -> list[str]:
        answer = admin.get(PATH, params=[("attribute.group", "x"), *given])
        assert answer.status_code == 200, answer.text
        return [test["name"] for test in answer.json()["items"]]

    assert names() == ["attr b", "attr a", "attr c"]
    assert names(("sort", "name")) == ["attr a", "attr b", "attr c"]
    assert names(("sort", "-name")) == ["attr c", "attr b", "attr a"]
    assert names(("sort", "-created_at")) == ["attr c", "attr a", "attr b"]
    assert names(("sort", "attribute.rank")) == ["attr a", "attr b", "attr c"]
    assert names(("sort", "-attribute.rank")) == ["attr b", "attr a", "attr c"]
    assert names(("attribute.trip.to", "Oslo")) == ["attr a"]
    assert names(("attribute.trip.to", "Oslo"), ("attribute.trip.to", "Rome")) == ["attr b", "attr a"]
    assert names(("attribute.urgent", "true")) == ["attr c"]
    assert names(("attribute.rank", "10"), ("state", "draft")) == ["attr b"]
    assert names(("attribute.rank", "10"), ("state", "accepted")) == []
    first = admin.get(PATH, params={"attribute.group": "x", "sort": "name", "limit": "2"}).json()
    rest = admin.get(PATH, params={"attribute.group": "x", "sort": "name", "cursor": first["next"]}).json()
    assert [test["name"] for test in first["items"] + rest["items"]] == ["attr a", "attr b", "attr c"]
    assert rest["next"] is None
    assert admin.get(PATH, params={"sort": "color"}).json()["error"] == "bad_sort"


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"runs": 5, "threshold": 0.5, "judged": True}, {"ok": True, "must_pass": 5, "next_runs": 8}),
        ({"runs": None, "threshold": None, "judged": True}, {"ok": True, "must_pass": 5, "runs": 5, "threshold": 0.5}),
        ({"runs": 1, "threshold": None, "judged": False}, {"ok": True, "must_pass": 1, "next_runs": None}),
        ({"runs": 5, "threshold": 0.8, "judged": True}, {"ok": False, "code": "needs_more_runs", "n_min": 16}),
        ({"runs": 201, "threshold": 0.5, "judged": True}, {"ok": False, "code": "runs_out_of_range"}),
        ({"runs": 2.5, "threshold": 0.5, "judged": True}, {"ok": False, "code": "runs_out_of_range"}),
    ],
)
def test_a_setting_is_explained(admin: httpx.Client, sent: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = admin.post("/api/setting", json=sent)
    assert answer.status_code == 200, answer.text
    view = answer.json()
    assert expected.items() <= view.items()
    assert bool(view["sentences"]) is view["ok"]


def test_an_estimate_and_the_criteria(admin: httpx.Client) -> None:
    test = _drafted(admin, "Costs")
    view = admin.post(f"/api/agents/{AGENT}/estimate", json={"kind": "dry_run", "test": test, "runs": 3}).json()
    assert (view["runs"], view["tests"]) == (3, 1)
    kinds = {kind["kind"]: kind for kind in admin.get("/api/criteria").json()["items"]}
    assert kinds["invokesTool"]["checked_by"] == "code"
    assert "tool" in kinds["invokesTool"]["parameters"]["properties"]
    assert kinds["satisfiesAssertion"]["checked_by"] == "model"


def test_an_editor_drafts_and_dry_runs_and_decides_nothing(served: Served, admin: httpx.Client) -> None:
    with served.client(served.token(Role.EDITOR)) as editor:
        test = _drafted(editor, "By an editor")
        assert editor.post(f"/api/tests/{test}/dry-run").status_code == 202
        for path, body in [
            (f"/api/tests/{test}/accept", None),
            (f"/api/tests/{test}/retire", {"reason": "no good"}),
            (f"/api/agents/{AGENT}/batches", {"kind": "run_all"}),
        ]:
            assert editor.post(path, json=body).status_code == 403


def test_real_writes_need_the_names_of_the_write_tools(admin: httpx.Client) -> None:
    test = _drafted(admin, "Writes")
    admin.post(f"/api/tests/{test}/accept")
    order = {"kind": "run", "tests": [test], "writes": "execute"}
    asked = admin.post(f"/api/agents/{AGENT}/batches", json=order)
    assert (asked.status_code, asked.json()["error"]) == (409, "go_ahead_needed")
    assert asked.json()["write_tools"]


def test_a_batch_tells_when_its_time_is_up(admin: httpx.Client) -> None:
    test = _drafted(admin, "In time")
    admin.post(f"/api/tests/{test}/accept")
    order = {"kind": "run", "tests": [test], "time_limit": 90}
    batch = admin.post(f"/api/agents/{AGENT}/batches", json=order).json()
    given = datetime.fromisoformat(batch["deadline"]) - datetime.fromisoformat(batch["created_at"])
    assert (given.total_seconds(), batch["drift"]) == (90, [])
    refused = admin.post(f"/api/agents/{AGENT}/batches", json={**order, "time_limit": 0})
    assert (refused.status_code, refused.json()["field"]) == (422, "time_limit")


def test_run_names_tests_and_run_all_does_not(admin: httpx.Client) -> None:
    for body in ({"kind": "run"}, {"kind": "run_all", "tests": ["test_1"]}):
        answer = admin.post(f"/api/agents/{AGENT}/batches", json=body)
        assert (answer.status_code, answer.json()["field"]) == (422, "tests")
