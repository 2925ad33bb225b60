"""Agents over HTTP: described, versioned, activated, and what the roles may do with them."""

from typing import Any

import httpx

from optimize.domain.actor import Role
from tests.api.served import AGENT, Served


def _definition(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "kind": "agent/1",
        "name": name,
        "model": {"ref": "offline:rules"},
        "prompt": [{"part": "role", "text": "You help travellers."}],
        "tools": [{"name": "cancel", "effect": "write", "from": {"sample": {"ok": True}}}],
        "attributes": {"location": "London"},
    } | changes


def test_the_sample_agent_is_there(admin: httpx.Client) -> None:
    page = admin.get("/api/agents").json()
    assert AGENT in [agent["name"] for agent in page["items"]]
    view = admin.get(f"/api/agents/{AGENT}").json()
    assert view["live_version"] in [version["id"] for version in view["versions"]]
    assert {tool["effect"] for tool in view["tools"]} == {"read", "write"}


def test_an_agent_gets_a_version_that_goes_live_on_request(admin: httpx.Client) -> None:
    made = admin.post("/api/agents", json=_definition("airline-desk", label="first"))
    assert made.status_code == 201, made.text
    [first] = made.json()["versions"]
    assert (first["label"], first["live"]) == ("first", True)
    changed = _definition("airline-desk", description="Cancels")
    second = admin.post("/api/agents/airline-desk/versions", json=changed)
    assert second.status_code == 201
    assert second.json()["live"] is False
    again = admin.post("/api/agents/airline-desk/versions", json=changed)
    assert (again.status_code, again.json()["error"]) == (409, "version_exists")
    live = admin.post("/api/agents/airline-desk/activate", json={"version": "v2", "reason": "try it"}).json()
    assert live["live_version"] == second.json()["id"]
    policy = admin.put("/api/agents/airline-desk/policy", json={"release": "gated", "writes": "simulate"}).json()
    assert (policy["release"], policy["writes"]) == ("gated", "simulate")


def test_a_repeated_creation_is_answered_and_not_done_twice(admin: httpx.Client) -> None:
    key = {"Idempotency-Key": "desk-2"}
    first = admin.post("/api/agents", json=_definition("desk-2"), headers=key)
    again = admin.post("/api/agents", json=_definition("desk-2"), headers=key)
    assert (again.status_code, again.json()) == (201, first.json())
    other = admin.post("/api/agents", json=_definition("desk-3"), headers=key)
    assert (other.status_code, other.json()["error"]) == (409, "key_reused")


def test_code_is_named_by_the_operator_only(admin: httpx.Client) -> None:
    answer = admin.post("/api/agents", json=_definition("shell", runtime={"python": "os:system"}))
    assert (answer.status_code, answer.json()["error"]) == (403, "only_from_operator")


def test_an_agent_that_could_never_run_is_refused(admin: httpx.Client) -> None:
    wrong = _definition("never", model={"ref": "acme:large"})
    answer = admin.post("/api/agents", json=wrong)
    assert (answer.status_code, answer.json()["error"], answer.json()["field"]) == (
        422,
        "unknown_provider",
        "model.ref",
    )
    assert "offline:" in answer.json()["detail"]
    version = admin.post(f"/api/agents/{AGENT}/versions", json=wrong | {"name": AGENT})
    assert (version.status_code, version.json()["error"]) == (422, "unknown_provider")
    assert admin.get("/api/agents/never").status_code == 404


def test_a_list_is_paged_by_cursor(admin: httpx.Client) -> None:
    for name in ("page-a", "page-b"):
        admin.post("/api/agents", json=_definition(name))
    names: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = admin.get("/api/agents", params={"limit": 1} | ({"cursor": cursor} if cursor else {})).json()
        names += [agent["name"] for agent in page["items"]]
        cursor = page["next"]
    assert names == [agent["name"] for agent in admin.get("/api/agents").json()["items"]]
    assert admin.get("/api/agents", params={"cursor": "nobody"}).json()["error"] == "bad_cursor"


def test_editors_and_viewers_read_and_do_not_register(served: Served) -> None:
    for role in (Role.VIEWER, Role.EDITOR):
        with served.client(served.token(role)) as client:
            assert client.get(f"/api/agents/{AGENT}").status_code == 200
            answer = client.post("/api/agents", json=_definition(f"by-{role}"))
            assert (answer.status_code, answer.json()["error"]) == (403, "not_allowed")
