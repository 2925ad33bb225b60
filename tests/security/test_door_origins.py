"""Attacks 3 to 7: other people's ids, other sites' pages, other names for this machine."""

import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from tests.api.served import ADMIN, OWN_PAGE, Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("door"), hosts="optimize.example.com") as running:
        yield running


@pytest.fixture(scope="module")
def cookie(served: Served) -> dict[str, str]:
    return {"Cookie": f"optimize_session={served.session()}"}


def _refused(served: Served, thread: str, **given: object) -> tuple[int, str]:
    with pytest.raises(InvalidStatus) as refused, served.socket(thread, **given):  # type: ignore[arg-type]
        pass
    return refused.value.response.status_code, json.loads(refused.value.response.body)["error"]


def test_3_a_guessed_conversation_is_not_found(served: Served) -> None:
    assert _refused(served, "thread_guessed") == (404, "no_such_thread")
    with served.client() as client:
        assert client.get("/api/chat/thread_guessed/events").status_code == 404
        command = {"type": "message", "client_id": "1", "text": "hi"}
        assert client.post("/api/chat/thread_guessed/commands", json=command).status_code == 404


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "http://localhost", "null"])
def test_4_a_socket_from_another_site_is_refused(served: Served, cookie: dict[str, str], origin: str) -> None:
    assert _refused(served, served.thread(), headers=cookie, origin=origin) == (403, "foreign_origin")


def test_5_a_cookie_alone_opens_no_socket(served: Served, cookie: dict[str, str]) -> None:
    assert _refused(served, served.thread(), headers=cookie) == (403, "foreign_origin")


def test_5_our_own_page_and_a_bearer_do(served: Served, cookie: dict[str, str]) -> None:
    with served.socket(served.thread(), headers=cookie, origin=served.url):
        pass
    with served.socket(served.thread()):
        pass


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[::2]", "0.0.0.0"]
)
def test_6_a_foreign_name_of_this_machine_reaches_nothing(served: Served, host: str) -> None:
    with served.client() as client:
        for path in ("/healthz", "/", "/api/agents"):
            answer = client.get(path, headers={"Host": host})
            assert answer.status_code == 400


def test_6_nor_does_a_socket(served: Served) -> None:
    headers = {"Authorization": f"Bearer {ADMIN}", "Host": "evil.example"}
    with served.client() as client:
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        answer = client.get(f"/api/chat/{served.thread()}/socket", headers=headers | upgrade)
    assert (answer.status_code, answer.json()["error"]) == (400, "unknown_host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8000", "optimize.example.com"])
def test_6_the_known_names_do(served: Served, host: str) -> None:
    with served.client() as client:
        assert client.get("/api/agents", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 403, "not_our_page"),
        ({"Sec-Fetch-Site": "same-origin"}, 403, "not_our_page"),
        ({"X-Requested-With": "XMLHttpRequest", "Sec-Fetch-Site": "same-origin"}, 403, "not_our_page"),
        ({"X-Requested-With": "optimize"}, 403, "foreign_origin"),
        ({"X-Requested-With": "optimize", "Sec-Fetch-Site": "cross-site"}, 403, "foreign_origin"),
        ({"X-Requested-With": "optimize", "Sec-Fetch-Site": "same-site"}, 403, "foreign_origin"),
        ({"X-Requested-With": "optimize", "Origin": "https://evil.example"}, 403, "foreign_origin"),
        (OWN_PAGE | {"Origin": "https://evil.example"}, 403, "foreign_origin"),
        (OWN_PAGE | {"Content-Type": "text/plain"}, 415, "not_json"),
        (OWN_PAGE | {"Content-Type": "application/x-www-form-urlencoded"}, 415, "not_json"),
        (OWN_PAGE | {"Content-Type": ""}, 415, "not_json"),
    ],
)
def test_7_a_change_by_cookie_must_come_from_our_page(
    served: Served, cookie: dict[str, str], headers: dict[str, str], status: int, code: str
) -> None:
    sent = {"Content-Type": "application/json"} | headers
    with served.client(None, **cookie) as client:
        answer = client.put(
            "/api/agents/invoice-exceptions/policy",
            content=json.dumps({"release": "gated", "writes": "execute"}),
            headers=sent,
        )
        assert (answer.status_code, answer.json()["error"]) == (status, code)
        assert client.get("/api/agents/invoice-exceptions").json()["release"] == "advisory"


@pytest.mark.parametrize("own", [OWN_PAGE, {"X-Requested-With": "optimize", "Sec-Fetch-Site": "none"}])
def test_7_our_page_may(served: Served, cookie: dict[str, str], own: dict[str, str]) -> None:
    with served.client(None, **cookie, **own) as client:
        assert client.post("/api/agents/invoice-exceptions/threads", json={}).status_code == 201
    with served.client(None, **cookie) as client:
        headers = {"X-Requested-With": "optimize", "Origin": served.url}
        assert client.post("/api/agents/invoice-exceptions/threads", headers=headers).status_code == 201


def test_7_another_site_signs_nobody_in(served: Served) -> None:
    link = served.ask(lambda o: o.use_cases.access.create_link()).secret
    with served.client(None) as client:
        body = {"token": link}
        assert client.post("/api/session", json=body, headers={"Origin": "https://evil.example"}).status_code == 403
        form = client.post("/api/session", content=json.dumps(body), headers={"Content-Type": "text/plain"})
        assert form.status_code == 415
        assert client.post("/api/session", json=body, headers={"Origin": served.url}).status_code == 200
