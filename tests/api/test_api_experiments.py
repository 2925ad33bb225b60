"""Experiments, health, comparison and the daily schedule over HTTP."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from optimize.domain.actor import Role
from tests.api.served import AGENT, Served, serving

PATH = f"/api/agents/{AGENT}"
BODY = {
    "name": "Compares first",
    "situation": {"messages": [{"text": "Please handle the exception on invoice INV-1003."}]},
    "criteria": [{"kind": "invokesTool", "tool": "compare_invoice", "before": "register_supplier_query"}],
}
_SECONDS = 60


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A product of its own: what is accepted here would be in the way of other tests' health."""
    with serving(tmp_path_factory.mktemp("experiments")) as running:
        yield running


@pytest.fixture(scope="module")
def client(own: Served) -> Iterator[httpx.Client]:
    with own.client() as client:
        test = client.post(f"{PATH}/tests", json=BODY).json()["id"]
        assert client.post(f"/api/tests/{test}/accept").status_code == 200
        yield client


def finished(client: httpx.Client, path: str) -> dict[str, Any]:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        view: dict[str, Any] = client.get(path).json()
        if view["state"] in ("finished", "cancelled"):
            return view
        time.sleep(0.2)
    raise AssertionError(f"{path} did not finish")


def test_before_anything_ran_there_is_no_result(client: httpx.Client) -> None:
    view = client.get(f"{PATH}/health").json()
    assert (view["tests"], view["not_run"], view["rate"], view["lower"]) == (1, 1, None, None)
    compared = client.get(f"{PATH}/comparison", params={"a": "1", "b": "hasty"}).json()
    assert (compared["missing"], compared["rows"]) == (["a", "b"], [])


def test_an_experiment_ends_in_verdicts(client: httpx.Client) -> None:
    order = {"change": {"version": "hasty"}, "runs": 6}
    estimate = client.post(f"{PATH}/experiments/estimate", json=order).json()
    assert (estimate["kind"], estimate["runs"]) == ("experiment", 12)
    key = {"Idempotency-Key": "experiment-1"}
    answer = client.post(f"{PATH}/experiments", json=order, headers=key)
    assert answer.status_code == 202, answer.text
    started = answer.json()
    assert client.post(f"{PATH}/experiments", json=order, headers=key).json()["id"] == started["id"]
    view = finished(client, f"/api/experiments/{started['id']}")
    [row] = view["rows"]
    assert (view["state"], row["a"]["k"], row["b"]["k"], row["verdict"]) == ("finished", 6, 0, "regressed")
    assert row["low"] < row["high"] < 0
    assert view["speed"]["current"] > 0
    listed = client.get(f"{PATH}/experiments").json()
    assert ([found["id"] for found in listed["items"]], listed["next"]) == ([started["id"]], None)
    assert client.get(f"{PATH}/health").json()["not_run"] == 1


def test_an_official_run_shows_in_health_and_in_the_comparison(client: httpx.Client) -> None:
    batch = client.post(f"{PATH}/batches", json={"kind": "run_all"}).json()["id"]
    finished(client, f"/api/batches/{batch}")
    view = client.get(f"{PATH}/health").json()
    assert (view["tests_passing"], view["items"][0]["batch"]) == (1, batch)
    assert [marker["kind"] for marker in view["markers"]] == ["activated"]
    compared = client.get(f"{PATH}/comparison", params={"a": "careful", "b": "v2"}).json()
    assert compared["missing"] == ["b"]


def test_the_schedule_is_read_and_set(client: httpx.Client) -> None:
    assert client.get(f"{PATH}/schedule").json()["at"] is None
    put = client.put(f"{PATH}/schedule", json={"at": "06:00", "enabled": True})
    assert put.status_code == 200, put.text
    view = client.get(f"{PATH}/schedule").json()
    assert view == put.json()
    assert (view["at"], view["enabled"], view["by"], view["days"]) == ("06:00", True, "admin", [])
    assert view["next_due"].endswith("T06:00:00Z")
    assert client.put(f"{PATH}/schedule", json={"at": "06:00", "enabled": False}).json()["next_due"] is None


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("PUT", "/schedule", {"at": "25:00", "enabled": True}, 422, "bad_time"),
        ("PUT", "/schedule", {"at": "06:00"}, 422, "invalid"),
        ("POST", "/experiments", {"change": {}}, 422, "invalid"),
        ("POST", "/experiments", {"change": {"version": "careful"}}, 422, "changes_nothing"),
        ("POST", "/experiments", {"change": {"model": "openai:small"}}, 422, "no_model"),
        ("POST", "/experiments", {"change": {"version": "v9"}}, 404, "no_such_version"),
        ("POST", "/experiments", {"change": {"version": "2"}, "runs": 0}, 422, "runs_out_of_range"),
        ("GET", "/comparison?a=1", None, 422, "invalid"),
        ("GET", "/comparison?a=1&b=9", None, 404, "nothing_of_that_name"),
    ],
)
def test_what_cannot_be_is_refused(
    client: httpx.Client, method: str, path: str, body: dict[str, Any] | None, status: int, code: str
) -> None:
    answer = client.request(method, PATH + path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text


def test_nobody_and_nothing_is_not_found(client: httpx.Client) -> None:
    for path in ("health", "schedule", "experiments", "comparison?a=1&b=2"):
        assert client.get(f"/api/agents/nobody/{path}").json()["error"] == "no_such_agent"
    assert client.get("/api/experiments/nothing").json()["error"] == "no_such_experiment"


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR])
def test_who_may_not_decide_reads_only(own: Served, client: httpx.Client, role: Role) -> None:
    with own.client(own.token(role)) as other:
        assert other.get(f"{PATH}/health").status_code == 200
        assert other.get(f"{PATH}/schedule").status_code == 200
        refused = [
            other.put(f"{PATH}/schedule", json={"at": "06:00", "enabled": True}),
            other.post(f"{PATH}/experiments", json={"change": {"version": "2"}}),
        ]
    assert [(answer.status_code, answer.json()["error"]) for answer in refused] == [(403, "not_allowed")] * 2
