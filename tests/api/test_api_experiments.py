"""Experiments, health, comparison and the daily schedule over HTTP."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from optimize.domain.actor import Role
from tests.api.served import AGENT, Served

PATH = f"/api/agents/{AGENT}"
BODY = {
    "name": "Compares first",
    "situation": {"messages": [{"text": "Please handle the exception on invoice INV-1003."}]},
    "criteria": [{"kind": "invokesTool", "tool": "compare_invoice", "before": "register_supplier_query"}],
}
_SECONDS = 60


@pytest.fixture(scope="module")
def accepted(served: Served) -> str:
    """A test of the sample agent. Other tests accept some too, so what is read is told apart by its id."""
    with served.client() as client:
        test = str(client.post(f"{PATH}/tests", json=BODY).json()["id"])
        assert client.post(f"/api/tests/{test}/accept").status_code == 200
    return test


def item(client: httpx.Client, test: str) -> dict[str, Any]:
    [found] = [item for item in client.get(f"{PATH}/health").json()["items"] if item["test"] == test]
    return dict(found)


def finished(client: httpx.Client, path: str) -> dict[str, Any]:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        view: dict[str, Any] = client.get(path).json()
        if view["state"] in ("finished", "cancelled"):
            return view
        time.sleep(0.2)
    raise AssertionError(f"{path} did not finish")


def test_before_anything_ran_there_is_no_result(admin: httpx.Client, accepted: str) -> None:
    assert item(admin, accepted) | {"name": ""} == {
        "test": accepted,
        "name": "",
        "verdict": "no_result",
        "k": 0,
        "n": 0,
        "could_not_judge": 0,
        "could_not_run": 0,
        "lower": None,
        "batch": None,
        "at": None,
    }


def test_versions_that_never_ran_are_named_as_missing(admin: httpx.Client) -> None:
    desk = {"name": "compared-desk", "model": {"ref": "offline:rules"}}
    assert admin.post("/api/agents", json=desk).status_code == 201
    assert admin.post("/api/agents/compared-desk/versions", json=desk | {"description": "2"}).status_code == 201
    view = admin.get("/api/agents/compared-desk/comparison", params={"a": "1", "b": "v2"}).json()
    assert (view["missing"], view["rows"]) == (["a", "b"], [])
    health = admin.get("/api/agents/compared-desk/health").json()
    assert (health["tests"], health["rate"], health["lower"], health["runs"]) == (0, None, None, None)


def test_an_experiment_ends_in_verdicts(admin: httpx.Client, accepted: str) -> None:
    order = {"change": {"version": "hasty"}, "runs": 6, "tests": [accepted]}
    estimate = admin.post(f"{PATH}/experiments/estimate", json=order).json()
    assert (estimate["kind"], estimate["runs"]) == ("experiment", 12)
    key = {"Idempotency-Key": "experiment-1"}
    answer = admin.post(f"{PATH}/experiments", json=order, headers=key)
    assert answer.status_code == 202, answer.text
    started = answer.json()
    assert admin.post(f"{PATH}/experiments", json=order, headers=key).json()["id"] == started["id"]
    view = finished(admin, f"/api/experiments/{started['id']}")
    [row] = view["rows"]
    assert (view["state"], row["a"]["k"], row["b"]["k"], row["verdict"]) == ("finished", 6, 0, "regressed")
    assert row["low"] < row["high"] < 0
    assert view["speed"]["current"] > 0
    assert item(admin, accepted)["verdict"] == "no_result"


def test_experiments_are_paged_newest_first(admin: httpx.Client, accepted: str) -> None:
    order = {"change": {"version": "inventive"}, "runs": 1, "tests": [accepted]}
    made = [admin.post(f"{PATH}/experiments", json=order).json()["id"] for _ in range(2)]
    first = admin.get(f"{PATH}/experiments", params={"limit": 1}).json()
    second = admin.get(f"{PATH}/experiments", params={"limit": 1, "cursor": first["next"]}).json()
    assert [page["items"][0]["id"] for page in (first, second)] == made[::-1]
    for identity in made:
        finished(admin, f"/api/experiments/{identity}")


def test_an_official_run_shows_in_health_and_in_the_comparison(admin: httpx.Client, accepted: str) -> None:
    order = {"kind": "run", "tests": [accepted]}
    batches = [admin.post(f"{PATH}/batches", json=order).json()["id"] for _ in range(2)]
    for batch in batches:
        finished(admin, f"/api/batches/{batch}")
    shown = item(admin, accepted)
    assert (shown["verdict"], shown["k"], shown["n"], shown["batch"]) == ("passed", 1, 1, batches[1])
    points = admin.get(f"{PATH}/trend").json()["items"]
    assert [point["batch"] for point in points][-2:] == batches
    assert points[-1]["lower"] == admin.get(f"{PATH}/health").json()["lower"]
    [ran] = admin.get(f"/api/batches/{batches[1]}").json()["tests"]
    assert ran["sentences"] == admin.get(f"/api/tests/{accepted}").json()["sentences"]
    view = admin.get(f"{PATH}/comparison", params={"a": batches[0], "b": batches[1]}).json()
    assert [(row["test"], row["verdict"]) for row in view["rows"]] == [(accepted, "no_detectable_difference")]


def test_the_schedule_is_read_and_set(admin: httpx.Client) -> None:
    path = f"{PATH}/schedule"
    assert admin.get(path).json()["at"] is None
    # Just over, so that it does not come due while other tests of this service run.
    at = (datetime.now(UTC) - timedelta(minutes=1)).strftime("%H:%M")
    put = admin.put(path, json={"at": at, "enabled": True})
    assert put.status_code == 200, put.text
    view = admin.get(path).json()
    assert view == put.json()
    assert (view["at"], view["enabled"], view["by"], view["days"]) == (at, True, "admin", [])
    assert view["next_due"].endswith(f"T{at}:00Z")
    assert admin.put(path, json={"at": at, "enabled": False}).json()["next_due"] is None


@pytest.mark.usefixtures("accepted")
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
    admin: httpx.Client, method: str, path: str, body: dict[str, Any] | None, status: int, code: str
) -> None:
    answer = admin.request(method, PATH + path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text


def test_nobody_and_nothing_is_not_found(admin: httpx.Client) -> None:
    for path in ("health", "trend", "schedule", "experiments", "comparison?a=1&b=2"):
        assert admin.get(f"/api/agents/nobody/{path}").json()["error"] == "no_such_agent"
    assert admin.get("/api/experiments/nothing").json()["error"] == "no_such_experiment"


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR])
def test_who_may_not_decide_reads_only(served: Served, role: Role) -> None:
    with served.client(served.token(role)) as other:
        assert other.get(f"{PATH}/health").status_code == 200
        assert other.get(f"{PATH}/schedule").status_code == 200
        refused = [
            other.put(f"{PATH}/schedule", json={"at": "06:00", "enabled": True}),
            other.post(f"{PATH}/experiments", json={"change": {"version": "2"}}),
        ]
    assert [(answer.status_code, answer.json()["error"]) for answer in refused] == [(403, "not_allowed")] * 2
