"""Every refusal has one shape, whatever was wrong and whoever found out."""

from typing import Any

import httpx
import pytest

from optimize.api.app import create_app
from optimize.api.errors import STATUS, status_of
from optimize.domain import errors
from optimize.settings import Settings
from tests.api.served import AGENT, Served


def _routes() -> list[tuple[str, str]]:
    description = create_app(Settings.model_construct()).openapi()
    return [(method.upper(), path) for path, methods in description["paths"].items() for method in methods]


_TAKES_ANYTHING = [
    ("GET", "/healthz"),
    ("GET", "/api/session"),
    ("DELETE", "/api/session"),
    ("GET", "/api/criteria"),
]


def _filled(path: str) -> str:
    return path.replace("{", "no-such-").replace("}", "")


def _is_problem(answer: httpx.Response) -> bool:
    body = answer.json()
    return isinstance(body["error"], str) and bool(body["error"]) and isinstance(body["detail"], str)


def test_there_are_routes() -> None:
    assert len(_routes()) > 25


@pytest.mark.parametrize(("method", "path"), [route for route in _routes() if route not in _TAKES_ANYTHING])
def test_each_route_refuses_in_the_one_shape(admin: httpx.Client, method: str, path: str) -> None:
    answer = admin.request(method, _filled(path), params={"limit": "none", "after": "none", "state": "none"})
    assert answer.status_code in (404, 409, 422), answer.text
    assert _is_problem(answer)


@pytest.mark.parametrize(("method", "path"), _routes())
def test_each_route_refuses_another_method_in_the_one_shape(admin: httpx.Client, method: str, path: str) -> None:
    answer = admin.request("PATCH", _filled(path))
    assert (answer.status_code, answer.json()["error"]) == (405, "method_not_allowed")


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/agents/"])
def test_an_unknown_address_under_the_api(admin: httpx.Client, path: str) -> None:
    answer = admin.get(path)
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"criteria": []}, "criteria"),
        ({"criteria": [{"kind": "invokesTool"}]}, "criteria.0.tool"),
        ({"criteria": [{"kind": "guesses"}]}, "criteria.0"),
        ({"situation": {"messages": [{"text": 1}]}}, "situation.messages.0.text"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_wrong_field_is_named(admin: httpx.Client, change: dict[str, Any], field: str) -> None:
    body = {
        "name": "n",
        "situation": {"messages": [{"text": "Hello"}]},
        "criteria": [{"kind": "invokesTool", "tool": "compare_invoice"}],
    }
    answer = admin.post(f"/api/agents/{AGENT}/tests", json=body | change)
    problem = answer.json()
    assert (answer.status_code, problem["error"], problem["field"]) == (422, "invalid", field)
    assert problem["detail"].startswith(f"{field}: ")


def test_a_setting_that_can_never_be_met_is_refused_with_the_numbers(admin: httpx.Client) -> None:
    body = {
        "name": "n",
        "situation": {"messages": [{"text": "Hello"}]},
        "criteria": [{"kind": "satisfiesAssertion", "assertion": "It names a clause."}],
        "threshold": 0.8,
    }
    answer = admin.post(f"/api/agents/{AGENT}/tests", json=body)
    assert answer.status_code == 422
    assert (answer.json()["error"], answer.json()["n_min"]) == ("needs_more_runs", 16)
    assert answer.json()["field"] == "runs"


def test_every_error_of_ours_has_a_status() -> None:
    ours = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.OptimizeError)]
    assert {kind for kind in ours if kind is not errors.OptimizeError} == set(STATUS)

    class Special(errors.Conflict):
        pass

    assert status_of(Special("c", "d")) == 409


def test_a_mistake_of_ours_is_told_without_its_details(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(served.optimize.use_cases.agents, "list", broken)
    with served.client() as client:
        answer = client.get("/api/agents")
    assert (answer.status_code, answer.json()["error"]) == (500, "internal")
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "GET /api/agents failed" in caplog.text
