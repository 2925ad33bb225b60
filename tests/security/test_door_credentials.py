"""Attacks 1, 2, 8, 9, 10: nobody comes in without a credential, with the wrong one, or with one of yesterday."""

import json
import logging
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from starlette.routing import BaseRoute, Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus

from optimize.api.app import create_app
from optimize.api.attempts import MOST
from optimize.api.chat import socket as chat_socket
from optimize.api.door.door import PUBLIC, UNATTENDED
from optimize.application.access import IDLE_MINUTES, Access
from optimize.domain.actor import Actor, Role
from optimize.settings import Settings
from tests.api.served import ADMIN, AGENT, OWN_PAGE, Served, heard, serving
from tests.fakes.clock import FakeClock
from tests.fakes.until import awaited


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("door")) as running:
        yield running


def _every_route() -> list[tuple[str, str]]:
    """Method and path of every address that answers, whatever it was declared as; SOCKET for websockets."""
    description = create_app(Settings.model_construct()).openapi()
    declared = [(method.upper(), path) for path, methods in description["paths"].items() for method in methods]
    hidden = [("GET", path) for path in ("/api/openapi.json", "/docs", "/redoc", "/anything")]
    return [route for route in [*declared, *hidden] if route not in PUBLIC]


def _address(path: str) -> str:
    return path.replace("{", "").replace("}", "")


def test_1_no_route_is_forgotten() -> None:
    """FastAPI's own description leaves out what is not in the schema: those are the ones named here."""
    hidden = [route for route in create_app(Settings.model_construct()).routes if not _described(route)]
    assert {getattr(route, "path", None) for route in hidden} <= {
        "/api/openapi.json",
        "/api/chat/{thread}/socket",
        "",
        None,
    }


def _described(route: BaseRoute) -> bool:
    return (
        bool(getattr(route, "include_in_schema", False))
        and isinstance(route, Route)
        and not isinstance(route, WebSocketRoute)
    )


@pytest.mark.parametrize(("method", "path"), _every_route())
@pytest.mark.parametrize("credential", [None, "wrong"])
def test_1_every_route_needs_a_credential(served: Served, method: str, path: str, credential: str | None) -> None:
    with served.client(credential) as client:
        answer = client.request(method, _address(path), content=b"{ not even JSON")
    assert (answer.status_code, answer.json()["error"]) == (401, "sign_in")


def test_1_the_body_of_a_stranger_is_never_read(served: Served) -> None:
    with served.client(None) as client:
        answer = client.post("/api/agents", content=b"x" * 3_000_000)
    assert answer.status_code == 401


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Cookie": "optimize_session=wrong"}])
def test_1_the_socket_needs_a_credential(served: Served, headers: dict[str, str]) -> None:
    with pytest.raises(InvalidStatus) as refused, served.socket(served.thread(), headers=headers):
        pass
    assert refused.value.response.status_code == 401
    assert json.loads(refused.value.response.body)["error"] == "sign_in"


def test_1_there_is_no_other_socket(served: Served) -> None:
    with pytest.raises(InvalidStatus) as refused, served.socket(f"{served.thread()}/more"):
        pass
    assert refused.value.response.status_code == 404


def test_1_what_is_public_says_nothing(served: Served) -> None:
    with served.client(None) as client:
        assert set(client.get("/healthz").json()) == {"status", "version"}
        for path in ("/", "/signin"):
            assert client.get(path).headers["content-type"].startswith("text/html")
        assert client.get(f"/agents/{AGENT}", headers={"Accept": "text/html"}).status_code == 200
        assert client.get("/api/agents", headers={"Accept": "text/html"}).status_code == 401
        assert client.get("/assets/none.js").status_code == 404


def test_2_a_viewer_accepts_nothing_and_the_try_is_on_record(served: Served) -> None:
    with served.client() as admin:
        body = {
            "name": "n",
            "situation": {"messages": [{"text": "Hello"}]},
            "criteria": [{"kind": "invokesTool", "tool": "compare_invoice"}],
        }
        test = admin.post(f"/api/agents/{AGENT}/tests", json=body).json()["id"]
    with served.client(served.token(Role.VIEWER)) as viewer:
        for path, sent in [("accept", None), ("retire", {"reason": "because"}), ("dry-run", {})]:
            answer = viewer.post(f"/api/tests/{test}/{path}", json=sent)
            assert (answer.status_code, answer.json()["error"]) == (403, "not_allowed")
        assert viewer.get(f"/api/tests/{test}").json()["state"] == "draft"

    async def lines(optimize: object) -> list[tuple[str, str]]:
        async with served.optimize.store.reading() as tx:
            return [(line.action, line.object) for line in await tx.audit.list()]

    assert ("refused", f"POST /api/tests/{test}/accept") in served.ask(lines)


def test_2_a_viewer_reads_the_chat_and_says_nothing(served: Served) -> None:
    thread = served.thread()
    bearer = {"Authorization": f"Bearer {served.token(Role.VIEWER)}"}
    with served.socket(thread, headers=bearer) as socket:
        for command in (
            {"type": "message", "client_id": "1", "text": "hello"},
            {"type": "cancel"},
            {"type": "retry", "turn_id": "t"},
            {"type": "resume", "proposal": "p", "digest": "d", "approved": False},
        ):
            socket.send(json.dumps(command))
            assert heard(socket)["error"] == "not_allowed"


@pytest.mark.parametrize("query", ["token=abc", "access_token=abc", "api_key=abc", f"Token={ADMIN}"])
def test_8_a_token_in_the_address_is_refused_and_not_logged(
    served: Served, caplog: pytest.LogCaptureFixture, query: str
) -> None:
    with caplog.at_level(logging.INFO), served.client() as client:
        answer = client.get(f"/api/agents?{query}")
        assert awaited(lambda: "GET /api/agents 400" in caplog.text)
    assert (answer.status_code, answer.json()["error"]) == (400, "secret_in_address")
    ours = [r.getMessage() for r in caplog.records if r.name.startswith(("optimize", "uvicorn"))]
    assert not [line for line in ours if query in line]


def test_8_nor_in_the_address_of_a_socket(served: Served) -> None:
    with pytest.raises(InvalidStatus) as refused, served.socket(served.thread(), query=f"&token={ADMIN}", headers={}):
        pass
    assert refused.value.response.status_code == 400


def test_8_a_line_break_in_a_path_does_not_break_the_log(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "optimize.access"), served.client() as client:
        client.get("/api/a%0aGET /api/forged 200")
        assert awaited(lambda: "forged" in caplog.text)
    assert all("\n" not in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("name", ["X-Api-Key", "X-Auth-Token", "Api-Key", "Proxy-Authorization"])
def test_9_no_other_header_is_a_credential(served: Served, name: str) -> None:
    with served.client(None, **{name: ADMIN}) as client:
        assert client.get("/api/agents").status_code == 401
    with served.client(None, Authorization=f"Basic {ADMIN}") as client:
        assert client.get("/api/agents").status_code == 401


def test_9_a_bearer_stands_for_itself_beside_a_cookie(served: Served) -> None:
    cookie = {"Cookie": f"optimize_session={served.session()}"}
    with served.client(served.token(Role.VIEWER), **cookie) as client:
        assert client.get("/api/session").json()["role"] == "viewer"
    with served.client("wrong", **cookie) as client:
        assert client.get("/api/session").status_code == 401


def test_10_after_sign_out_the_session_and_its_sockets_are_over(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_socket, "RECHECK_SECONDS", 0.05)
    cookie = {"Cookie": f"optimize_session={served.session()}"}
    with served.socket(served.thread(), headers=cookie, origin=served.url) as socket:
        with served.client(None, **cookie, **OWN_PAGE) as client:
            assert client.get("/api/session").json()["role"] == "admin"
            left = client.delete("/api/session")
            assert (left.status_code, 'optimize_session=""' in left.headers["set-cookie"]) == (204, True)
            assert client.get("/api/session").status_code == 401
        with pytest.raises(ConnectionClosed) as closed:
            list(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == chat_socket.SIGNED_OUT


@pytest.fixture
def clock(served: Served, monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The clock that sessions are measured by."""
    clock = FakeClock()
    access = Access(served.optimize.store, clock, served.optimize.running.ids, ADMIN)
    monkeypatch.setattr(served.optimize, "use_cases", replace(served.optimize.use_cases, access=access))
    monkeypatch.setattr(chat_socket, "RECHECK_SECONDS", 0.05)
    return clock


def test_10_a_session_that_nobody_uses_is_over_with_its_sockets(served: Served, clock: FakeClock) -> None:
    cookie = {"Cookie": f"optimize_session={served.session()}"}
    with served.socket(served.thread(), headers=cookie, origin=served.url) as socket:
        with served.client(None, **cookie) as client:
            for _ in range(2):
                clock.advance(IDLE_MINUTES * 60 - 1)
                assert client.get("/api/agents").status_code == 200
            clock.advance(IDLE_MINUTES * 60 - 1)
            assert client.get("/api/agents", headers={UNATTENDED: "1"}).status_code == 200
            clock.advance(1)
            assert client.get("/api/agents").status_code == 401
        with pytest.raises(ConnectionClosed) as closed:
            list(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == chat_socket.SIGNED_OUT


def test_10_what_is_said_on_a_socket_is_use_of_the_session(served: Served, clock: FakeClock) -> None:
    cookie = {"Cookie": f"optimize_session={served.session()}"}
    with served.socket(served.thread(), headers=cookie, origin=served.url) as socket:
        for _ in range(3):
            clock.advance(IDLE_MINUTES * 60 - 1)
            socket.send("no command")
            assert heard(socket)["error"] == "bad_json"
    with served.client(None, **cookie) as client:
        assert client.get("/api/agents").status_code == 200


def test_10_a_revoked_token_takes_its_sessions_and_their_sockets_with_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_socket, "RECHECK_SECONDS", 0.05)
    token = served.ask(lambda o: o.use_cases.access.create_token("lost", Role.ADMIN))
    with served.client(None) as client:
        cookie = client.post("/api/session", json={"token": token.secret}).cookies["optimize_session"]
    headers = {"Cookie": f"optimize_session={cookie}"}
    with served.socket(served.thread(), headers=headers, origin=served.url) as socket:
        with served.client(None, **headers) as client:
            assert client.get("/api/session").json()["name"] == "lost"
            served.ask(lambda o: o.use_cases.access.revoke_token(token.id, actor=Actor(name="ann")))
            assert client.get("/api/session").status_code == 401
        with pytest.raises(ConnectionClosed) as closed:
            list(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == chat_socket.SIGNED_OUT


def test_a_session_cookie_is_out_of_reach_for_scripts_and_other_sites(served: Served) -> None:
    link = served.ask(lambda o: o.use_cases.access.create_link()).secret
    with served.client(None) as client:
        answer = client.post("/api/session", json={"token": link})
        again = client.post("/api/session", json={"token": link})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie
    assert (again.status_code, again.json()["error"]) == (403, "bad_token")


def test_guessing_is_slowed_down(served: Served) -> None:
    with served.client(None) as client:
        answers = [client.post("/api/session", json={"token": f"guess {n}"}) for n in range(MOST + 2)]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0
    assert {answer.json()["error"] for answer in answers} == {"bad_token", "too_many_attempts"}


def test_every_answer_carries_the_security_headers(served: Served) -> None:
    with served.client() as client, served.client(None) as stranger:
        answers: list[httpx.Response] = [
            client.get("/api/agents"),
            client.get("/api/nothing"),
            client.post("/api/agents", content=b"{"),
            stranger.get("/api/agents"),
            stranger.get("/"),
            stranger.get("/healthz"),
            client.get("/healthz", headers={"Host": "evil.example"}),
        ]
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
    assert answers[0].headers["cache-control"] == "no-store"
