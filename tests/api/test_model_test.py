"""The button that tests a model: one call on the ledger, told from one that does not answer, and not too often."""

import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from optimize.adapters.store.backup import STORE
from optimize.api.attempts import MODEL_TESTS
from optimize.domain.actor import Role
from tests.api.served import AGENT, Served, serving


def _test(client: httpx.Client, role: str, agent: str = AGENT) -> httpx.Response:
    return client.post(f"/api/agents/{agent}/models/{role}/test")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The judge is a model at an address where nobody listens."""
    folder: Path = tmp_path_factory.mktemp("models")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with serving(
        folder,
        judge_model="openai:small",
        openai_api_key="any",
        openai_base_url=f"http://127.0.0.1:{port}/v1",
    ) as running:
        yield running


def test_what_is_built_in_answers_without_a_call(admin: httpx.Client) -> None:
    answer = _test(admin, "assistant")
    assert answer.status_code == 200
    assert (answer.json()["answers"], answer.json()["model"]) == (True, "offline:rules")


def test_a_model_that_is_not_there_is_told_with_what_to_do_and_stands_in_the_ledger(
    served: Served, admin: httpx.Client
) -> None:
    answer = _test(admin, "judge").json()
    assert (answer["answers"], answer["error"]) == (False, "model_unavailable")
    assert "OPENAI_BASE_URL" in answer["detail"]

    with closing(sqlite3.connect(served.optimize.settings.data / STORE)) as store:
        rows = store.execute('SELECT agent, role, model, state, run, turn FROM "call"').fetchall()
    assert rows
    assert set(rows) == {(AGENT, "judge", "openai:small", "failed", None, None)}


def test_a_viewer_may_not_and_there_must_be_such_an_agent_and_role(served: Served, admin: httpx.Client) -> None:
    with served.client(served.token(Role.VIEWER)) as viewer:
        assert _test(viewer, "judge").status_code == 403
    assert _test(admin, "judge", "nobody").status_code == 404
    assert _test(admin, "poet").status_code == 422


def test_it_can_be_done_only_so_often(served: Served) -> None:
    with served.client(served.token(Role.EDITOR)) as editor:
        answers = [_test(editor, "assistant") for _ in range(MODEL_TESTS + 1)]
    assert [a.status_code for a in answers] == [200] * MODEL_TESTS + [429]
    assert answers[-1].json()["error"] == "too_many_model_tests"
    assert int(answers[-1].headers["Retry-After"]) > 0
