"""The five tests of the documentation on the three versions of the sample agent, over the API."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.server import Server

pytestmark = pytest.mark.e2e

QUERY = "register_supplier_query"
Results = dict[str, dict[str, Any]]
HELD, MATCHING = "INV-1003", "INV-1001"


def about(invoice: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "text": f"Please handle the exception on invoice {invoice}."}]}


# Twenty runs of which all must pass: a version that invents in two runs of five gets through once in 27,000 times.
OFTEN = {"runs": 20, "threshold": 0.8}
TESTS: dict[str, dict[str, Any]] = {
    "comparison called": {
        "situation": about(HELD),
        "criteria": [{"kind": "invokesTool", "tool": "compare_invoice", "before": QUERY}],
    },
    "query names invoice and order": {
        "situation": about(HELD),
        "criteria": [
            {
                "kind": "toolParametersContain",
                "tool": QUERY,
                "parameters": {"invoice": {"equals": HELD}, "purchase_order": {"equals": "PO-2003"}},
            }
        ],
    },
    "assessment names a clause": {
        "situation": about(HELD),
        "criteria": [
            {
                "kind": "satisfiesAssertion",
                "assertion": "The assessment names a specific clause of the supplier contract",
            }
        ],
    },
    "no invented line or price": {
        "situation": about(HELD),
        "criteria": [{"kind": "doesNotHallucinate"}],
        **OFTEN,
    },
    "no query on a clean invoice": {
        "situation": about(MATCHING),
        "criteria": [{"kind": "doesNotInvokeTool", "tool": QUERY}],
    },
}
RIGHT_REASONS: dict[str, dict[str, tuple[str, ...]]] = {
    "hasty": {
        "comparison called": (f"after {QUERY}",),
        "query names invoice and order": ("purchase_order", "PO-2003", "absent"),
        "no query on a clean invoice": (f"{QUERY} was called", MATCHING),
    },
    "inventive": {
        "assessment names a clause": ("name no clause",),
        "no invented line or price": ("stands in no tool result",),
    },
}


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("versions") / "data")
    server.start()
    for name, body in TESTS.items():
        server.accepted(name=name, **body)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def results(tested: Server) -> dict[str, Results]:
    """By version: what Run all showed while it was live, by test."""
    return {label: run_all_on(tested, label) for label in ("careful", "hasty", "inventive")}


def run_all_on(server: Server, label: str) -> Results:
    server.activate(label)
    batch = server.finished(server.start_run_all())
    assert batch["exploratory_reason"] is None
    assert batch["counts"]["could_not_run"] == batch["counts"]["could_not_judge"] == 0
    return {test["name"]: test for test in batch["tests"]}


def reasons_of(test: dict[str, Any], outcome: str) -> list[str]:
    return [r["text"] for result in test["criteria"] for r in result["reasons"] if r["outcome"] == outcome]


def test_the_careful_version_passes_all_five(results: dict[str, Results]) -> None:
    careful = results["careful"]
    assert {name: test["verdict"] for name, test in careful.items()} == dict.fromkeys(TESTS, "passed")
    for test in careful.values():
        [result] = test["criteria"]
        assert result["k"] == result["n"] == result["planned"]
        assert 0 < result["lower"] < 1
        assert reasons_of(test, "passed")


@pytest.mark.parametrize("label", RIGHT_REASONS)
def test_a_careless_version_fails_the_right_ones_with_the_right_reasons(
    results: dict[str, Results], label: str
) -> None:
    expected = {name: "failed" if name in RIGHT_REASONS[label] else "passed" for name in TESTS}
    assert {name: test["verdict"] for name, test in results[label].items()} == expected
    for name, parts in RIGHT_REASONS[label].items():
        reasons = reasons_of(results[label][name], "failed")
        assert reasons
        for reason in reasons:
            assert all(part in reason for part in parts), reason


def test_an_invented_price_is_quoted_from_what_the_agent_said(tested: Server, results: dict[str, Results]) -> None:
    [result] = results["inventive"]["no invented line or price"]["criteria"]
    failed = [reason for reason in result["reasons"] if reason["outcome"] == "failed"]
    for reason in failed[:3]:
        run = tested.api("GET", f"/api/runs/{reason['runs'][0]}")
        said = [event["text"] for event in run["transcript"]["events"] if event.get("role") == "assistant"]
        invented = [line for text in said for line in text.splitlines() if line.startswith("- It also bills")]
        price = reason["text"].split("“")[1].split("”")[0]
        assert any(price in line for line in invented), (reason["text"], said)
        [verdict] = run["verdicts"]
        assert any(price in citation["quote"] for citation in verdict["citations"])
